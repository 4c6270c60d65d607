import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLayout } from '../lib/settings.ts'

export const barSlotId = 'bar-slot'

/** Puts a screen's own title and actions into the mobile top bar; on a desktop it shows nothing. */
export function BarSlot({ children }: { children: ReactNode }) {
  const layout = useLayout()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(barSlotId)), [layout])
  return layout === 'mobile' && slot ? createPortal(children, slot) : null
}

/** A page's title in that bar: on as many lines as the words of a language need in a narrow bar. */
export const BarTitle = ({ title, hidden = false }: { title: string; hidden?: boolean }) => (
  <BarSlot>
    <span className="bar-title" aria-hidden={hidden || undefined}>
      {title}
    </span>
  </BarSlot>
)
