import { IconButton } from '@evenhand/ui/button.tsx'
import { placeAtAnchor } from '@evenhand/ui/hanging.ts'
import { useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** A phone's menu of what does not fit beside the intervals; it stays open while things in it are pressed. */
export function ChartMenu({ children }: { children: ReactNode }) {
  const t = useTranslations('trade')
  const anchor = useRef<HTMLDivElement>(null)
  return (
    <div ref={anchor} className="[anchor-name:--chart-menu]">
      <IconButton icon="settings" label={t('chart.options')} size={18} popoverTarget="chart-menu" />
      <div
        id="chart-menu"
        popover="auto"
        role="group"
        aria-label={t('chart.options')}
        onToggle={({ newState, currentTarget }) => newState === 'open' && placeAtAnchor(anchor.current, currentTarget)}
        className="hanging [position-anchor:--chart-menu] w-[min(22rem,calc(100vw-1rem))] rounded-card border border-line bg-surface p-2 text-fg shadow-overlay"
      >
        {children}
      </div>
    </div>
  )
}
