import { placeAtAnchor } from '@evenhand/ui/hanging.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { searchKeyTarget } from '../../lib/search-key.ts'

const SwitchList = lazyPart(async () => (await import('./switch-list.tsx')).SwitchList)

/**
 * The page's heading: the instrument's code as a button that opens the others, to go from one to the next without leaving
 * the page. What it opens stands beside the heading, so that it is not read as a part of it.
 */
export function InstrumentSwitch({ code }: { code: string }) {
  const t = useTranslations('trade')
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <h1 className="w-fit max-w-full text-16 font-700 desktop:text-20">
        <button
          ref={button}
          type="button"
          popoverTarget="instruments"
          aria-haspopup="dialog"
          title={t('switch.open')}
          {...searchKeyTarget}
          className="[anchor-name:--instruments] relative inline-flex max-w-full items-center gap-1 rounded-control pe-1 before:absolute before:-inset-x-1 before:-inset-y-3 hover:bg-sunken desktop:before:-inset-y-1"
        >
          <bdi dir="ltr" className="truncate">
            {code}
          </bdi>
          <Icon name="expand" size={16} className="text-fg3" />
        </button>
      </h1>
      <div
        ref={panel}
        id="instruments"
        popover="auto"
        role="dialog"
        aria-label={t('switch.open')}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open')
          if (newState === 'open') placeAtAnchor(button.current, currentTarget)
        }}
        className="hanging [position-anchor:--instruments] [position-area:block-end_span-inline-end] h-[min(30rem,70dvh)] w-[min(24rem,calc(100vw-1rem))] rounded-card border border-line bg-surface p-2 text-14 text-fg shadow-overlay"
      >
        {open && <SwitchList code={code} onChosen={() => panel.current?.hidePopover()} />}
      </div>
    </>
  )
}
