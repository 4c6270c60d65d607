import { cx } from '@evenhand/ui/cx.ts'
import { placeAtAnchor } from '@evenhand/ui/hanging.ts'
import { Icon, type IconName } from '@evenhand/ui/icon.tsx'
import { useId, useRef, useState, type ReactNode } from 'react'

type MenuProps = {
  icon: IconName
  label: string
  text?: ReactNode
  /** Which side of the page it hangs towards; a button near the start of its row hangs towards the end. */
  toward?: 'start' | 'end'
  className?: string
  children: ReactNode
}

/** A button with what hangs under it, on the platform's popover: Esc and a press outside close it. */
export function Menu({ icon, label, text, toward = 'start', className, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const anchor = `--menu${id.replaceAll(/[^a-zA-Z0-9]/g, '')}`
  return (
    <div className={className}>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        onClick={() => setOpened(true)}
        style={{ anchorName: anchor }}
        className="inline-flex h-10 min-w-10 items-center justify-center gap-2 rounded-control px-2.5 text-fg2 hover:bg-sunken hover:text-fg mobile:h-11"
      >
        <Icon name={icon} size={18} />
        {text}
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        style={{ positionAnchor: anchor }}
        onToggle={({ newState, currentTarget }) => newState === 'open' && placeAtAnchor(button.current, currentTarget)}
        className={cx(
          'hanging max-h-[80dvh] min-w-64 overflow-y-auto rounded-card border border-line bg-surface p-4 text-fg shadow-overlay',
          toward === 'end' && '[position-area:block-end_span-inline-end]',
        )}
      >
        {opened && children}
      </div>
    </div>
  )
}
