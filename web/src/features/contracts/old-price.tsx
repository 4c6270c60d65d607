import { Banner } from '@evenhand/ui/states.tsx'
import { useTranslations } from 'use-intl'
import { useStale } from '../../feed/staleness.ts'

/** That the figures beside it are of an old price, whatever keeps the next one away: a market at rest has none either. */
export function OldPrice({ code }: { code: string }) {
  const t = useTranslations('contracts')
  const stale = useStale(code, true)
  return (
    <div role="status" className="empty:hidden">
      {stale && <Banner variant="warn">{t('close.stale')}</Banner>}
    </div>
  )
}
