import { Button, Spinner } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import type { ChartState } from './chart-drawing.ts'

/** What stands in place of candles while there are none: they are coming, there are none, or they did not come. */
export function ChartNotice({ state, onRetry }: { state: ChartState; onRetry: () => void }) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  return (
    <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-3 text-fg2">
      {state === 'loading' && (
        <>
          <Spinner />
          <span className="sr-only">{common('state.loading')}</span>
        </>
      )}
      {state === 'empty' && <p>{t('chart.empty')}</p>}
      {state === 'failed' && (
        <>
          <p role="alert">{t('chart.failed')}</p>
          <Button look="secondary" onClick={onRetry} className="pointer-events-auto">
            {common('retry')}
          </Button>
        </>
      )}
    </div>
  )
}
