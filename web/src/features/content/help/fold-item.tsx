import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useEffect, useId, useRef, type ReactNode } from 'react'

type FoldProps = {
  open: boolean
  onToggle: () => void
  /** What stands on the button. */
  head: ReactNode
  className: string
  children: ReactNode
}

/** An item of a list that opens under its button; who came by a link to it is brought to it. */
export function FoldItem({ open, onToggle, head, className, children }: FoldProps) {
  const id = useId()
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => open && item.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [open])
  return (
    <li ref={item} className="scroll-mt-20">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className={cx('flex w-full gap-3 px-4 text-start hover:bg-sunken desktop:px-5', className)}
        >
          {head}
          <Icon name="expand" size={18} className={cx('shrink-0 text-fg3', open && 'rotate-180')} />
        </button>
      </h2>
      <div id={id} hidden={!open} className="px-4 pt-2 pb-5 desktop:px-5">
        {open && children}
      </div>
    </li>
  )
}
