import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { Link, useRouter } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'

/** A screen could not be loaded or broke: what is safe, and two ways on. */
export function LoadFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const t = useTranslations('common')
  const router = useRouter()
  const again = () => {
    // Its code is still on its way: to import it once more would wait for the same request.
    if (error instanceof DOMException) return location.reload()
    reset?.()
    void router.invalidate()
  }
  console.error(error)
  return (
    <ErrorState
      title={
        <span role="heading" aria-level={1}>
          {t('screen.failed')}
        </span>
      }
      text={t('screen.safe')}
      action={
        <>
          <Button onClick={again}>{t('retry')}</Button>
          <Link to="/" className={buttonClass('secondary')}>
            {t('nav.home')}
          </Link>
        </>
      }
    />
  )
}

export const Loading = () => (
  <div className="mx-auto flex max-w-content flex-col gap-4 px-gutter py-8" aria-busy="true">
    <Skeleton className="h-9 w-2/5" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
)
