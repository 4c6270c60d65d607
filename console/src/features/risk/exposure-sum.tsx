import { exposureTotal } from '@evenhand/protocol/operator-dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { freshMs } from '../../lib/use-page.ts'

/** What all open orders together would cost, the most that can happen, and what the reserve still takes. */
export function ExposureSum({ mode }: { mode: 'real' | 'virtual' }) {
  const t = useTranslations('risk')
  const { amount } = useLocalNumber()
  const { data } = useQuery({
    queryKey: [exposureTotal.path, mode],
    queryFn: ({ signal }) => call(exposureTotal, { mode }, signal),
    refetchInterval: freshMs,
  })
  if (data === undefined) return null
  const { ifAllWin, worst, free } = data
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-13">
      <span>{t('total.held', { amount: amount(ifAllWin) })}</span>
      <span>{t('total.worst', { amount: amount(worst) })}</span>
      <span className="font-600">{t('total.headroom', { amount: amount(free) })}</span>
    </p>
  )
}
