import { useId, type ReactNode, type SelectHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { Icon } from './icon.tsx'

type Option = { value: string; label: string }
type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: ReactNode
  options: readonly Option[]
  error?: ReactNode
  hint?: ReactNode
  /** Keeps the label for assistive technology only. */
  bare?: boolean
}

/** The platform's own select with our look. */
export function Select({ label, options, error, hint, bare = false, className, ...select }: SelectProps) {
  const id = useId()
  return (
    // A hidden label is laid out absolutely: without this it would make a page longer whose parts scroll by themselves.
    <div className={cx('relative', className)}>
      <label htmlFor={id} className={bare ? 'sr-only' : 'mb-1.5 block font-500'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={cx(
            'min-h-11 w-full appearance-none rounded-control border bg-surface ps-3.5 pe-10 text-fg desktop:min-h-10',
            error ? 'border-danger' : 'border-control',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="expand"
          size={18}
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-fg2"
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && <p className="mt-1.5 text-13 text-fg3">{hint}</p>}
    </div>
  )
}
