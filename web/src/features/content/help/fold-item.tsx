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

/**
 * An item of a list that opens under its button. Its head is brought where a fifth of a window is left for what it
 * opens: who came by a link is led to it, and one that was pressed well in sight moves nothing.
 */
export function FoldItem({ open, onToggle, head, className, children }: FoldProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => open && title.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [open])
  return (
    <li>
      <h2 ref={title} className="scroll-mt-20 scroll-mb-[20dvh]">
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
