import { IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useId, type ReactNode } from 'react'

type BoxProps = {
  label: string
  text: string
  onType: (text: string) => void
  /** The unit behind the figure. */
  unit?: string
  /** One less and one more, with the names of their buttons. */
  steps?: { readonly less: string; readonly more: string; readonly onStep: (by: -1 | 1) => void }
  error?: ReactNode
  onLeave?: () => void
  hideLabel?: boolean
  placeholder?: string
}

/** A field for a figure: left to right in every language, with its unit, and steps beside it where it has some. */
export function NumberBox({ label, text, onType, unit, steps, error, onLeave, hideLabel, placeholder }: BoxProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-13 font-500'}>
        {label}
      </label>
      <div
        dir="ltr"
        className={cx(
          'flex min-h-11 items-center rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text desktop:min-h-10',
          error ? 'border-danger' : 'border-control',
        )}
      >
        {steps && (
          <IconButton
            icon="minus"
            label={steps.less}
            size={18}
            onClick={() => steps.onStep(-1)}
            className="-my-px shrink-0"
          />
        )}
        <input
          id={id}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={40}
          value={text}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
          className={cx(
            'w-full min-w-0 grow self-stretch bg-transparent px-2 text-16 font-600 text-fg outline-none desktop:text-15',
            steps ? 'text-center' : 'text-start',
          )}
        />
        {unit && <span className="shrink-0 pe-3 text-12 text-fg3">{unit}</span>}
        {steps && (
          <IconButton
            icon="plus"
            label={steps.more}
            size={18}
            onClick={() => steps.onStep(1)}
            className="-my-px shrink-0"
          />
        )}
      </div>
      <FieldError id={`${id}-note`}>{error}</FieldError>
    </div>
  )
}
