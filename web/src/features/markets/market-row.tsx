import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Avatar } from './avatar.tsx'
import { ChangeCell, PriceCell } from './live-cells.tsx'
import { FeedKindChip, RowNote, SessionChip } from './market-chips.tsx'
import { Sparkline } from './sparkline.tsx'

export const desktopColumns =
  'grid grid-cols-[minmax(12rem,2.2fr)_minmax(7rem,1fr)_minmax(6.5rem,0.8fr)_8rem_minmax(15rem,1.3fr)] items-center gap-4 px-5'
export const rowHeights = { desktop: 56, mobile: 64 } as const

/** The row's one link covers the row; its name is code and name alone, so a screen reader is not told every tick. */
function RowLink({ item, className }: { item: MarketItem; className: string }) {
  return (
    <Link
      to="/cruuency"
      search={{ code: item.code, type: item.type, id: item.id }}
      className={`${className} no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text`}
    >
      <span className="truncate font-600 text-fg">
        <bdi dir="ltr">{item.code}</bdi>
      </span>
      <span dir="auto" className="mobile:max-w-full mobile:self-start truncate text-13 text-fg3">
        {item.appName}
      </span>
    </Link>
  )
}

export const DesktopRow = memo(function DesktopRow({ item }: { item: MarketItem }) {
  return (
    <div className={`relative h-14 border-t border-line hover:bg-sunken ${desktopColumns}`}>
      <div className="flex min-w-0 items-center gap-3">
        <Avatar item={item} />
        <RowLink item={item} className="flex min-w-0 items-baseline gap-2" />
      </div>
      <PriceCell item={item} className="text-end text-15" />
      <div className="text-end">
        <ChangeCell item={item} boxed />
      </div>
      <Sparkline code={item.code} hundred={item.hundred} width={112} height={34} />
      <div className="flex items-center justify-end gap-1.5">
        <FeedKindChip item={item} />
        <SessionChip session={item.session} />
      </div>
    </div>
  )
})

export const MobileRow = memo(function MobileRow({ item }: { item: MarketItem }) {
  return (
    <div className="relative grid h-16 grid-cols-[2rem_minmax(0,1fr)_4rem_auto] items-center gap-x-2.5 border-t border-line px-4">
      <Avatar item={item} />
      <div className="flex min-w-0 flex-col leading-tight">
        <RowLink item={item} className="flex min-w-0 flex-col leading-tight" />
        <RowNote item={item} />
      </div>
      <Sparkline code={item.code} hundred={item.hundred} width={64} height={30} />
      <div className="flex min-w-24 flex-col items-end leading-tight">
        <PriceCell item={item} />
        <ChangeCell item={item} />
      </div>
    </div>
  )
})

/** Boxes of a row's size while the list is on its way. */
export const RowSkeletons = ({ count, mobile }: { count: number; mobile: boolean }) => (
  <div aria-hidden="true">
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className={`flex items-center gap-3 border-t border-line px-4 ${mobile ? 'h-16' : 'h-14'}`}>
        <span className="skeleton size-9 rounded-full" />
        <span className="skeleton h-4 w-32" />
        <span className="grow" />
        <span className="skeleton h-4 w-20" />
        {!mobile && <span className="skeleton h-6 w-28" />}
      </div>
    ))}
  </div>
)
