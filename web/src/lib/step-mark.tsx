import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'

/** What a step of a deposit or withdrawal is; `off` is what the customer took back, which is neither right nor wrong. */
export type StepIs = 'done' | 'now' | 'next' | 'bad' | 'off'

const marks = {
  done: { icon: 'check', look: 'bg-good-weak text-good' },
  now: { icon: 'clock', look: 'bg-accent-weak text-accent-text' },
  next: { icon: 'minus', look: 'bg-sunken text-fg3' },
  bad: { icon: 'warning', look: 'bg-danger-weak text-danger' },
  off: { icon: 'close', look: 'bg-sunken text-fg2' },
} as const

/** The round sign before a step. */
export function StepMark({ is }: { is: StepIs }) {
  const { icon, look } = marks[is]
  return (
    <span className={cx('inline-flex size-6 shrink-0 items-center justify-center rounded-full', look)}>
      <Icon name={icon} size={14} />
    </span>
  )
}
