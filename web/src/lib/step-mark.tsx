import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'

/** What a step of a deposit or withdrawal is; `off` is what the customer took back, which is neither right nor wrong. */
export type StepIs = 'done' | 'now' | 'next' | 'bad' | 'off'

const marks = {
  done: { icon: 'check', variant: 'bg-good-weak text-good' },
  now: { icon: 'clock', variant: 'bg-accent-weak text-accent-text' },
  next: { icon: 'minus', variant: 'bg-sunken text-fg3' },
  bad: { icon: 'warning', variant: 'bg-danger-weak text-danger' },
  off: { icon: 'close', variant: 'bg-sunken text-fg2' },
} as const

/** The round sign before a step. */
export function StepMark({ is }: { is: StepIs }) {
  const { icon, variant } = marks[is]
  return (
    <span className={cx('inline-flex size-6 shrink-0 items-center justify-center rounded-full', variant)}>
      <Icon name={icon} size={14} />
    </span>
  )
}
