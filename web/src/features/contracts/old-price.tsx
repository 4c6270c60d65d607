import { getMarketInfo } from '@evenhand/protocol/markets.ts'
import { sentenceDate } from '@evenhand/protocol/sentence-date.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useStale } from '../../feed/staleness.ts'
import { call } from '../../lib/call.ts'
import { languageOf, useLang } from '../../lib/settings.ts'

type Age = { stale: boolean; shut: { at: number | null } | undefined }

/** Whether the newest price of an instrument is too old to close at, and when its market opens where it rests by its calendar. */
export function useOldPrice(code: string): Age {
  const stale = useStale(code, true)
  const { data } = useQuery({
    queryKey: ['contract-session', code],
    queryFn: ({ signal }) => call(getMarketInfo, { code }, { signal }),
    enabled: stale,
    refetchInterval: 10_000,
  })
  const session = stale ? data?.item.session : undefined
  const rests = session?.open === false && session.reason === 'closed'
  return { stale, shut: rests ? { at: session.until } : undefined }
}

/** That the figures beside it are of an old price, and what keeps the next one away. */
export const OldPrice = ({ code }: { code: string }) => <PriceAge {...useOldPrice(code)} />

/** The same of an age that is known. */
export function PriceAge({ stale, shut }: Age) {
  const t = useTranslations('contracts')
  const tag = languageOf(useLang()).tag
  const opens = shut?.at == null ? 'none' : sentenceDate(tag, { timeStyle: 'short' }).format(shut.at)
  return (
    <div role="status" className="empty:hidden">
      {stale && (
        <Banner variant={shut ? 'info' : 'warn'}>{shut ? t('close.shut', { time: opens }) : t('close.stale')}</Banner>
      )}
    </div>
  )
}
