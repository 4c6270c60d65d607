import type { ReactNode } from 'react'
import { AlertButton } from '../features/alerts/alert-button.tsx'
import type { ChartMark } from '../features/chart/chart-marks.ts'
import { ChartPanel } from '../features/chart/chart-panel.tsx'
import { InstrumentHeader } from '../features/chart/instrument-header.tsx'
import { ListingNote } from '../features/chart/listing-note.tsx'
import { PriceDrawerButton } from '../features/chart/price-drawer-button.tsx'
import type { MarketInfo } from '../features/chart/use-market-info.ts'
import { Avatar } from '../features/markets/avatar.tsx'
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
  /** Beside the session and the feed, on a phone. */
  chip?: ReactNode
  marks: readonly ChartMark[]
  /** Under the chart. */
  below: ReactNode
  ticket: ReactNode
}

/** Header and chart, what stands under them, and the ticket: beside on a desktop, a fixed bar on a phone. */
export function InstrumentLayout({ info, chip, marks, below, ticket }: LayoutProps) {
  const mobile = useLayout() === 'mobile'
  const [warning, warned] = useSeen()
  const { item } = info
  const main = (
    <>
      <Panel>
        <InstrumentHeader
          info={info}
          avatar={<Avatar item={item} />}
          star={<Star code={item.code} />}
          volume={item.volume === undefined ? null : <VolumeCell item={item} />}
          change={<ChangeCell item={item} className="desktop:self-start" />}
          chips={
            <>
              <SessionChip session={item.session} />
              <PriceDrawerButton info={info} />
              <AlertButton item={item} />
              {!mobile && <RiseMenu />}
              {mobile && chip}
            </>
          }
        />
        {item.listing && <ListingNote listing={item.listing} />}
        <div className="flex h-[calc(52dvh+5rem)] min-h-80 flex-col border-t border-line desktop:h-[60dvh]">
          <ChartPanel code={item.code} precision={item.precision} marks={marks} />
        </div>
      </Panel>
      {below}
      <div ref={warning} className="min-h-12 px-4 text-12 text-fg3 desktop:px-0">
        {warned && <LossWarning />}
      </div>
    </>
  )
  if (mobile)
    return (
      <div className="flex flex-col gap-3 pb-28">
        {main}
        {ticket}
      </div>
    )
  return (
    <div className="mx-auto grid max-w-trading grid-cols-[minmax(0,1fr)_22.5rem] items-start gap-5 px-gutter py-5">
      <div className="flex min-w-0 flex-col gap-5">{main}</div>
      <div className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-card p-px">{ticket}</div>
    </div>
  )
}

export const Panel = ({ children }: { children: ReactNode }) => (
  <section className="overflow-clip bg-surface desktop:rounded-card desktop:ring-1 desktop:ring-line">
    {children}
  </section>
)
