import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

type FieldProps = {
  label: ReactNode
  /** Shown under the control in red with an icon; announced with it. */
  error?: ReactNode
  hint?: ReactNode
  /** A second text on the label's line, for example the balance available. */
  aside?: ReactNode
}
type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>
type TextFieldProps = FieldProps & InputProps & { suffix?: ReactNode; inputRef?: Ref<HTMLInputElement> }

const box =
  'flex flex-wrap items-center rounded-control border bg-surface min-h-11 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text'

/** The red line under a control, or nothing. Without an id no control is described by it: it is announced when it comes. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} role={id ? undefined : 'alert'} className="mt-1.5 flex items-start gap-1.5 text-13 text-danger">
      <Icon name="warning" size={16} className="mt-0.5" />
      <span>{children}</span>
    </p>
  )
}

/** A labelled text input with its hint, suffix and error. */
export function TextField({ label, error, hint, aside, suffix, inputRef, className, ...input }: TextFieldProps) {
  const id = useId()
  const notes = [error && `${id}-error`, hint && `${id}-hint`, input['aria-describedby']].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-500">
          {label}
        </label>
        {aside && <span className="text-end text-13 text-fg3">{aside}</span>}
      </div>
      <div dir={input.dir} className={cx(box, error ? 'border-danger' : 'border-control')}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          aria-invalid={error ? true : input['aria-invalid']}
          aria-describedby={notes || undefined}
          className="min-h-10.5 min-w-18 grow basis-0 self-stretch rounded-control bg-transparent px-3.5 text-16 text-fg outline-none"
        />
        {suffix && <span className="pe-3 text-fg3">{suffix}</span>}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-13 text-fg3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** A password input; `showLabel` and `hideLabel` name the button that reveals and masks it. Pasting is allowed. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: Omit<TextFieldProps, 'type' | 'suffix'> & { showLabel: string; hideLabel: string }) {
  const [visible, setVisible] = useState(false)
  const toggle = (
    <button
      type="button"
      aria-label={visible ? hideLabel : showLabel}
      aria-pressed={visible}
      onClick={() => setVisible(!visible)}
      className="-me-2 inline-flex size-9 mobile:size-11 items-center justify-center rounded-control text-fg2"
    >
      <Icon name={visible ? 'eyeOff' : 'eye'} />
    </button>
  )
  return (
    <TextField
      {...rest}
      type={visible ? 'text' : 'password'}
      suffix={toggle}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** A labelled checkbox with room for a sentence. */
export function Checkbox({ label, error, ...input }: InputProps & { label: ReactNode; error?: ReactNode }) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-start gap-2.5 py-2 desktop:min-h-8 desktop:py-1">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="mt-0.5 size-5 shrink-0"
        />
        <span>{label}</span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
