import { Icon } from '@evenhand/ui/icon.tsx'
import { placeAtAnchor } from '@evenhand/ui/hanging.ts'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useStore } from '../../lib/store.ts'
import { loadTexts } from '../../lib/texts.ts'
import { runningOrders } from './result-store.ts'

const RunningMenu = lazyPart(async () => {
  const [{ RunningMenu: menu }] = await Promise.all([
    import('./running-menu.tsx'),
    loadTexts('running', 'orders', 'codes'),
  ])
  return menu
})
/** In the header of every page: how many orders run, and a press for how they stand. Nothing while none runs. */
export function RunningChip() {
  const t = useTranslations('running')
  const { length: count } = useStore(runningOrders)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [requested, setRequested] = useState(false)
  if (count === 0) return null
  return (
    <div>
      <button
        ref={button}
        type="button"
        popoverTarget="running-orders"
        onClick={() => setRequested(true)}
        className="[anchor-name:--running-orders] inline-flex min-h-10 items-center gap-1.5 rounded-control px-2 text-accent-text hover:bg-sunken mobile:min-h-11"
      >
        <Icon name="clock" size={18} />
        <span aria-hidden="true" className="text-14 font-700">
          {count}
        </span>
        <span className="sr-only">{t('count', { count })}</span>
      </button>
      <div
        ref={menu}
        id="running-orders"
        popover="auto"
        onToggle={({ newState, currentTarget }) => newState === 'open' && placeAtAnchor(button.current, currentTarget)}
        className="hanging [position-anchor:--running-orders] w-[min(24rem,calc(100vw-1rem))] rounded-card border border-line bg-surface p-2 text-fg shadow-overlay"
      >
        {requested && <RunningMenu onClose={() => menu.current?.hidePopover()} />}
      </div>
    </div>
  )
}
