import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

const variants = {
  plain: 'bg-sunken text-fg2',
  accent: 'bg-accent-weak text-accent-text',
  warn: 'bg-warn-weak text-warn',
  danger: 'bg-danger-weak text-danger',
  good: 'bg-good-weak text-good',
  up: 'bg-up-weak text-up',
  down: 'bg-down-weak text-down',
} as const

/** A small label of a state. Colour never carries the meaning alone: the text has it. */
export function Chip({
  variant = 'plain',
  icon,
  className,
  children,
}: {
  variant?: keyof typeof variants
  icon?: IconName
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-chip px-2 py-0.5 text-12 font-600 whitespace-nowrap',
        variants[variant],
        className,
      )}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  )
}

/** A choice among a few, such as a term or an interval; pressed when chosen. */
export function ChoiceChip({
  chosen,
  disabled,
  onChoose,
  className,
  children,
}: {
  chosen: boolean
  disabled?: boolean
  onChoose: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onChoose}
      className={cx(
        'min-h-9 rounded-control border px-3 text-14 mobile:min-h-11 disabled:opacity-50',
        chosen ? 'border-accent bg-accent-weak font-600 text-accent-text' : 'border-line text-fg2 hover:border-control',
        className,
      )}
    >
      {children}
    </button>
  )
}
