import { cx } from '@evenhand/ui/cx.ts'
import { placeAtAnchor } from '@evenhand/ui/hanging.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { keepFocus } from '@evenhand/ui/keep-focus.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'

/** The page's policy allows no style in the markup, so what ties a panel to its button is a class. */
const anchors = {
  languages: ['[anchor-name:--languages]', '[position-anchor:--languages]'],
  accounts: ['[anchor-name:--accounts]', '[position-anchor:--accounts]'],
  rises: ['[anchor-name:--rises]', '[position-anchor:--rises]'],
  customer: ['[anchor-name:--customer]', '[position-anchor:--customer]'],
} as const

type MenuProps = {
  id: keyof typeof anchors
  /** What the panel holds. */
  label: string
  /** The button's own name where its face does not show it. */
  buttonLabel?: string
  face: ReactNode
  faceClass?: string
  panelClass?: string
  /** Called first when the panel opens, and given the way to close it. */
  children: (close: () => void) => ReactNode
}

/** A button with a panel under it, on the platform's popover: Esc and a press outside close it. */
export function HangingMenu({ id, label, buttonLabel, face, faceClass, panelClass, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [requested, setRequested] = useState(false)
  useEffect(() => {
    const { current } = panel
    return current ? keepFocus(current, () => current.querySelector<HTMLElement>('a, button')?.focus()) : undefined
  }, [])
  return (
    <div>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={buttonLabel}
        onClick={() => setRequested(true)}
        className={cx(
          anchors[id][0],
          'inline-flex min-h-10 items-center gap-2 rounded-control px-2.5',
          faceClass ?? 'text-fg2 hover:bg-sunken hover:text-fg',
        )}
      >
        {face}
        <Icon name="expand" size={16} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onToggle={({ newState, currentTarget }) => newState === 'open' && placeAtAnchor(button.current, currentTarget)}
        className={cx(
          anchors[id][1],
          'hanging rounded-card border border-line bg-surface p-2 text-fg shadow-overlay',
          panelClass,
        )}
      >
        {requested && children(() => panel.current?.hidePopover())}
      </div>
    </div>
  )
}
