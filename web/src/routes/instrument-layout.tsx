import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AlertButton } from '../features/alerts/alert-button.tsx'
import type { ChartFocus } from '../features/chart/chart-focus.ts'
import type { ChartMark } from '../features/chart/chart-marks.ts'
import { ChartPanel, type ChartPanelProps } from '../features/chart/chart-panel.tsx'
import type { ToolbarProps } from '../features/chart/chart-row.ts'
import { InstrumentHeader } from '../features/chart/instrument-header.tsx'
import { ListingNote } from '../features/chart/listing-note.tsx'
import { PriceDrawerButton } from '../features/chart/price-drawer-button.tsx'
import type { MarketInfo } from '../features/chart/use-market-info.ts'
import { Avatar } from '../features/markets/avatar.tsx'
import { InstrumentSwitch } from '../features/markets/instrument-switch.tsx'
import { ChangeCell } from '../features/markets/live-cells.tsx'
import { SessionChip } from '../features/markets/market-chips.tsx'
import { VolumeCell } from '../features/markets/volume-cell.tsx'
import { Star } from '../features/markets/watchlist/star.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useLayout } from '../lib/settings.ts'
import { useSeen } from '../lib/use-seen.ts'
import { LossWarning } from './loss-warning.ts'

const RiseMenu = lazyPart(async () => (await import('../layout/rise-choice.tsx')).RiseMenu)

type LayoutProps = {
  info: MarketInfo
  marks: readonly ChartMark[]
  focus?: ChartFocus | undefined
  ended?: ToolbarProps['ended']
  over?: ChartPanelProps['over']
  /** What the customer has to know before an order, over everything. */
  notice?: ReactNode
  /** Under the chart. */
  below: ReactNode
  ticket: ReactNode
}

/** Header and chart, what stands under them, and the ticket: beside on a desktop, a fixed bar on a phone. */
export function InstrumentLayout({ info, marks, focus, ended, over, notice, below, ticket }: LayoutProps) {
  const trade = useTranslations('trade')
  const mobile = useLayout() === 'mobile'
  const { item } = info
  // Under the chart and its orders: its words come when the customer scrolls to it.
  const [foot, seen] = useSeen()
  // One tree for both layouts: a window that is made narrower keeps what is chosen on the ticket and the chart as it is.
  return (
    <div className="mobile:pb-44 desktop:mx-auto desktop:grid desktop:max-w-trading desktop:grid-cols-[minmax(0,1fr)_22.5rem] desktop:items-start desktop:gap-5 desktop:px-gutter desktop:py-5">
      <a
        href="#ticket"
        className="sr-only z-50 rounded-control bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {trade('skip')}
      </a>
      <div className="flex min-w-0 flex-col gap-3 desktop:gap-5">
        {notice}
        <Panel>
          <InstrumentHeader
            info={info}
            avatar={<Avatar item={item} />}
            title={<InstrumentSwitch code={item.code} />}
            star={<Star code={item.code} />}
            volume={item.volume === undefined ? null : <VolumeCell item={item} />}
            change={<ChangeCell item={item} className="desktop:self-start" />}
            chips={
              <>
                {/* Why orders are suspended stands in the note under it. */}
                <SessionChip
                  session={item.session}
                  listing={item.listing?.state === 'delisted' ? item.listing : undefined}
                />
                <PriceDrawerButton info={info} />
                <AlertButton item={item} />
                {!mobile && <RiseMenu />}
              </>
            }
          />
          {item.listing && <ListingNote listing={item.listing} />}
          <ChartPanel code={item.code} precision={item.precision} {...{ marks, focus, ended, over }} />
        </Panel>
        {below}
        <div ref={foot} className="min-h-12 px-4 text-12 text-fg3 desktop:px-0">
          {seen && <LossWarning />}
        </div>
      </div>
      <div
        id="ticket"
        tabIndex={-1}
        className="outline-none desktop:sticky desktop:top-20 desktop:max-h-[calc(100dvh-6rem)] desktop:overflow-y-auto desktop:rounded-card desktop:p-px"
      >
        {ticket}
      </div>
    </div>
  )
}

export const Panel = ({ children }: { children: ReactNode }) => (
  <section className="overflow-clip bg-surface desktop:rounded-card desktop:ring-1 desktop:ring-line">
    {children}
  </section>
)
