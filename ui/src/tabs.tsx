import { useEffect, type KeyboardEvent } from 'react'
import { useChosenInRow } from './chosen-in-row.ts'
import { cx } from './cx.ts'

type TabsProps<V extends string> = {
  /** Names the row for assistive technology. */
  label: string
  items: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
  /** `side` stands beside its panel, one under the other. */
  variant?: 'pill' | 'underline' | 'segment' | 'side'
  /** The id of the element the tabs switch; it carries role="tabpanel". */
  panelId?: string
  className?: string
  /** Takes the focus at once, unless something else has it. */
  isGoneTo?: boolean
}

const rows = {
  pill: 'gap-1 overflow-x-auto snap-x',
  underline: 'gap-6 border-b border-line overflow-x-auto',
  segment: 'gap-0.5 rounded-control bg-sunken p-1 w-fit',
  side: 'flex-col gap-1',
} as const
const faces = {
  pill: [
    'rounded-control px-3.5 min-h-9 mobile:min-h-11 snap-start',
    'bg-selected text-on-selected font-600',
    'text-fg2 hover:bg-sunken',
  ],
  underline: [
    'min-h-11 min-w-11 -mb-px border-b-2',
    'border-accent text-fg font-600',
    'border-transparent text-fg2 hover:text-fg',
  ],
  segment: ['rounded-[7px] px-3.5 min-h-8 mobile:min-h-11', 'bg-surface text-fg font-600', 'text-fg2 hover:text-fg'],
  side: [
    'rounded-control px-3.5 min-h-10 text-start',
    'bg-selected text-on-selected font-600',
    'text-fg2 hover:bg-sunken',
  ],
} as const

/** A row of tabs: one stop for Tab, arrow keys move and choose, in the reading direction. */
export function Tabs<V extends string>({
  label,
  items,
  value,
  onChange,
  variant = 'pill',
  panelId,
  className,
  isGoneTo = false,
}: TabsProps<V>) {
  const row = useChosenInRow(value)
  const [face, on, off] = faces[variant]
  useEffect(() => {
    if (isGoneTo && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only as it comes
  }, [])
  const move = (event: KeyboardEvent) => {
    const across = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const next = variant === 'side' ? 'ArrowDown' : across
    const previous = { ArrowDown: 'ArrowUp', ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' }[next]
    const step = event.key === next ? 1 : event.key === previous ? -1 : 0
    const at = items.findIndex((item) => item.value === value)
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : (at + step + items.length) % items.length
    const chosen = items[target]
    if (!chosen || (step === 0 && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    onChange(chosen.value)
    const tab = row.current?.children[target]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      aria-orientation={variant === 'side' ? 'vertical' : undefined}
      onKeyDown={move}
      className={cx('flex [scrollbar-width:none]', rows[variant], className)}
    >
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          aria-controls={panelId}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
          className={cx(
            'shrink-0 whitespace-nowrap transition-colors duration-120',
            face,
            item.value === value ? on : off,
          )}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
