import { Button } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'

/** A part of a screen that could not be loaded, in one line with the way to try again. */
export function RetryLine({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span role="alert">{t('state.loadFailed')}</span>
      <Button variant="secondary" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
