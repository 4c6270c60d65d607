import { Button, Spinner } from '@evenhand/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { onFeedReturned } from '../../feed/price-socket.ts'
import type { ChartState } from './chart-drawing.ts'

/** What stands in place of candles while there are none: they are coming, there are none, or they did not come. */
export function ChartNotice({ state, onRetry }: { state: ChartState; onRetry: () => void }) {
  const t = useTranslations('instrument')
  const common = useTranslations('common')
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  // What did not come without a network comes when the network does.
  useEffect(() => (state === 'failed' ? onFeedReturned(() => retry.current()) : undefined), [state])
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
          <Button variant="secondary" onClick={onRetry} className="pointer-events-auto">
            {common('retry')}
          </Button>
        </>
      )}
    </div>
  )
}
