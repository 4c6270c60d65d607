import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { EmptyState, ErrorState } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../lib/problem-text.ts'

/** A screen that failed, and what to do. */
export function Failed({ error }: { error: unknown }) {
  const t = useTranslations('common')
  const text = useProblemText()
  return (
    <ErrorState
      title={t('problem.screen')}
      text={text(error)}
      action={<Button onClick={() => location.reload()}>{t('problem.reload')}</Button>}
    />
  )
}

/** No such screen, or not for these roles: which of the two is not disclosed. */
export function Missing() {
  const t = useTranslations('common')
  return (
    <EmptyState
      title={t('problem.missing')}
      action={
        <Link to="/" className={buttonClass('secondary')}>
          {t('problem.home')}
        </Link>
      }
    />
  )
}
