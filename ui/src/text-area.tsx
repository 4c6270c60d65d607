import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'dir'> & {
  label: ReactNode
  error?: ReactNode
  hint?: ReactNode
  /** What stands between the label and the text, as words to choose from. */
  offers?: ReactNode
}

/** A labelled text of several lines, in the direction of the script it is written in, with its hint and error. */
export function TextArea({ label, error, hint, offers, ...area }: TextAreaProps) {
  const id = useId()
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-500">
        {label}
      </label>
      {offers}
      <textarea
        {...area}
        id={id}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        className={cx(
          'w-full rounded-control border bg-surface px-3.5 py-2.5 text-16',
          error ? 'border-danger' : 'border-control',
        )}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-13 text-fg3">
          {hint}
        </p>
      )}
    </div>
  )
}
