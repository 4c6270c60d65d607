import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

type RadioListProps<V extends string> = {
  legend: ReactNode
  items: readonly { value: V; label: ReactNode; aside?: ReactNode }[]
  value: V
  onChange: (value: V) => void
}

/** A choice of one among a few, as the platform's own radio buttons in rows of full width. */
export function RadioList<V extends string>({ legend, items, value, onChange }: RadioListProps<V>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-600">{legend}</legend>
      <div className="flex flex-col gap-1">
        {items.map((item) => (
          <label
            key={item.value}
            className={cx(
              'flex min-h-11 items-center gap-3 rounded-control px-3 py-2',
              item.value === value ? 'bg-accent-weak' : 'hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={item.value === value}
              onChange={() => onChange(item.value)}
              className="size-5 shrink-0"
            />
            {/* What stands beside the words goes below them where both have no room. */}
            <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">
              <span>{item.label}</span>
              {item.aside}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
