import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

/** A pulsing box of the size of what will stand there. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('skeleton block', className)} />
)

/** Nothing here: an icon, one sentence, one action. */
export function EmptyState({
  icon = 'search',
  title,
  text,
  action,
}: {
  icon?: IconName
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <span className="mb-1 inline-flex size-12 items-center justify-center rounded-full bg-sunken text-fg2">
        <Icon name={icon} size={22} />
      </span>
      <p className="text-16 font-600">{title}</p>
      {text && <p className="max-w-text text-fg2">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** Something failed: what happened, what is safe, and what to do. */
export function ErrorState({ title, text, action }: { title: ReactNode; text?: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <span className="mb-1 inline-flex size-12 items-center justify-center rounded-full bg-danger-weak text-danger">
        <Icon name="warning" size={22} />
      </span>
      <p className="text-16 font-600">{title}</p>
      {text && <p className="max-w-text text-fg2">{text}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

const variants = {
  warn: 'bg-warn-weak text-warn',
  danger: 'bg-danger-weak text-danger',
  info: 'bg-accent-weak text-accent-text',
  good: 'bg-good-weak text-good',
} as const
const icons = { warn: 'warning', danger: 'warning', info: 'info', good: 'check' } as const

/** A line across a card or a page that shows what holds now. */
export function Banner({
  variant = 'warn',
  action,
  className,
  children,
}: {
  variant?: keyof typeof variants
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={cx(
        'flex items-start gap-2.5 rounded-control px-4 py-2.5 text-14 mobile:flex-wrap',
        action !== undefined && 'desktop:items-center',
        variants[variant],
        className,
      )}
    >
      <Icon name={icons[variant]} size={18} className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
      {action && <div className="mobile:w-full mobile:ps-7">{action}</div>}
    </div>
  )
}

/** A white box with a hairline ring. */
export const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <section className={cx('rounded-card bg-surface ring-1 ring-line', className)}>{children}</section>
)
