import { reserves } from '@evenhand/protocol/operator-result.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../lib/call.ts'
import { useMay } from '../lib/session.ts'
import { useLocalNumber } from '../lib/use-local-number.ts'
import { freshMs } from '../lib/use-page.ts'

/** Shows in red which coins customers own more of than custody keeps, to an operator who may see the books; else nothing. */
export function CoverageBanner() {
  const t = useTranslations('reserves')
  const { amount } = useLocalNumber()
  const may = useMay()
  const { data } = useQuery({
    queryKey: [reserves.path],
    queryFn: ({ signal }) => call(reserves, {}, signal),
    refetchInterval: freshMs,
    enabled: may(reserves),
  })
  const short = data?.coverage.filter(({ covered }) => !covered) ?? []
  if (short.length === 0) return null
  return (
    <div role="alert" className="flex flex-col gap-2">
      {short.map(({ asset, customers, custody }) => (
        <Banner key={asset} variant="danger">
          {t('short', { coin: asset, customers: amount(customers), custody: amount(custody) })}
        </Banner>
      ))}
    </div>
  )
}
