import { IconButton } from '@evenhand/ui/button.tsx'
import { placeAtAnchor } from '@evenhand/ui/hanging.ts'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/lazy-part.tsx'
import type { ToolbarProps } from './chart-row.ts'

const MenuTools = lazyPart(async () => (await import('./chart-tools.tsx')).MenuTools)

/** A phone's menu of what does not fit beside the intervals; it stays open while what it holds is pressed, but for drawing. */
export function ChartMenu(props: ToolbarProps) {
  const [requested, setRequested] = useState(false)
  const t = useTranslations('trade')
  const anchor = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // A customer who draws needs the chart, not the menu over it.
  const onDraw = () => {
    props.onDraw()
    menu.current?.hidePopover()
  }
  return (
    <div ref={anchor} className="[anchor-name:--chart-menu]">
      <IconButton icon="settings" label={t('chart.options')} size={18} popoverTarget="chart-menu" />
      <div
        ref={menu}
        id="chart-menu"
        popover="auto"
        role="group"
        aria-label={t('chart.options')}
        onToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return
          setRequested(true)
          placeAtAnchor(anchor.current, currentTarget)
        }}
        className="hanging [position-anchor:--chart-menu] w-[min(22rem,calc(100vw-1rem))] min-h-48 rounded-card border border-line bg-surface p-2 text-fg shadow-overlay"
      >
        {requested && <MenuTools {...props} onDraw={onDraw} />}
      </div>
    </div>
  )
}
