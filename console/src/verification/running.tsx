import { useTranslations } from 'use-intl'

/** How far a check is that goes on whether anybody watches it or not. */
export function Running({
  label,
  progress: { done, total: all },
}: {
  label: string
  progress: { done: number; total: number }
}) {
  const t = useTranslations('verification')
  const percent = all === 0 ? 0 : Math.min(99, Math.floor((done * 100) / all))
  return (
    <div role="status">
      <progress className="w-full accent-accent-text" max={100} value={percent} aria-label={label} />
      <p className="mt-2 text-13 text-fg2">{t('running', { percent })}</p>
    </div>
  )
}
