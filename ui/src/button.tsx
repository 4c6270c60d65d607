import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'link' | 'weak' | 'danger' | 'up' | 'down'
export type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-control bg-surface text-fg hover:bg-sunken',
  quiet: 'text-fg hover:bg-sunken',
  link: 'text-accent-text hover:bg-sunken',
  weak: 'bg-accent-weak text-accent-text hover:shade-97',
  danger: 'bg-danger-fill text-white hover:shade-95',
  up: 'bg-up-fill text-white hover:shade-95',
  down: 'bg-down-fill text-white hover:shade-95',
}
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8 px-3 text-13 mobile:min-h-11',
  medium: 'min-h-10 px-4 text-14 mobile:min-h-11',
  large: 'min-h-12 px-3 text-15 desktop:px-5 desktop:text-16',
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-control font-600 text-center no-underline transition-colors duration-120 disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
  )

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** While true the button keeps its label, is announced as busy, and ignores further presses. */
  busy?: boolean
}

export function Button({
  variant = 'primary',
  size = 'medium',
  busy = false,
  'aria-disabled': off = busy || undefined,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={off}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(variant, size), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export const Spinner = () => (
  <span
    aria-hidden="true"
    className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent"
  />
)

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName
  label: string
  size?: number
  badge?: ReactNode
}

/** A button that shows an icon and is named by its label. */
export function IconButton({ icon, label, size = 20, badge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'relative inline-flex size-10 items-center justify-center rounded-control text-fg2 hover:bg-sunken hover:text-fg mobile:size-11',
        className,
      )}
    >
      <Icon name={icon} size={size} />
      {badge}
    </button>
  )
}
