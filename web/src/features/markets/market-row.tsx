import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from './avatar.tsx'
import { categories } from './categories.ts'
import { ChangeCell, PriceCell } from './live-cells.tsx'
import { FeedKindNote, RowNote, SessionChip } from './market-chips.tsx'
import { Sparkline } from './sparkline.tsx'
import { VolumeCell } from './volume-cell.tsx'
import { Star } from './watchlist/star.tsx'
import { Dot } from '../../lib/dot.tsx'

/**
 * Columns of a wide row: star, name, price, change, volume, trend, state. Where the list is narrow, the day's volume goes
 * first and the trend after it; what decides is the list's own width, since lists stand beside other things.
 */
export const desktopColumns =
  'grid grid-cols-[2.25rem_minmax(9rem,2fr)_minmax(6.5rem,1fr)_minmax(6rem,0.8fr)_minmax(9.5rem,1.3fr)] @min-[54rem]:grid-cols-[2.25rem_minmax(9rem,2fr)_minmax(6.5rem,1fr)_minmax(6rem,0.8fr)_8rem_minmax(9.5rem,1.3fr)] @min-[64rem]:grid-cols-[2.25rem_minmax(12rem,2fr)_minmax(7rem,1fr)_minmax(6.5rem,0.8fr)_minmax(8.5rem,1fr)_8rem_minmax(13rem,1.3fr)] items-center gap-x-3 ps-2 pe-4'
export const volumeColumn = 'hidden @min-[64rem]:block'
export const trendColumn = 'hidden justify-self-end @min-[54rem]:block'
export const rowHeights = { desktop: 56, mobile: 64 } as const

/** The row's one link covers the row; its name is code and name alone, so a screen reader does not read every tick. */
function RowLink({ item, className }: { item: MarketItem; className: string }) {
  const t = useTranslations('market')
  const category = categories.find((one) => one === String(item.type))
  return (
    <Link
      to="/cruuency"
      search={{ code: item.code, type: item.type, id: item.id }}
      className={`${className} no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text`}
    >
      <span className="truncate font-600 text-fg mobile:pe-16">
        <bdi dir="ltr">{item.code}</bdi>
      </span>
      {/* Where both have no room the category goes to a second line, which is not shown. */}
      <span className="flex h-[1lh] max-w-full flex-wrap self-start overflow-clip text-13 text-fg3">
        <span dir="auto" className="max-w-full truncate">
          {item.appName}
        </span>
        {category && (
          <span className="shrink-0 whitespace-pre mobile:hidden">
            <Dot />
            {t(`category.${category}`)}
          </span>
        )}
      </span>
    </Link>
  )
}

type RowProps = {
  item: MarketItem
  /** The list on the screen, which the star then means. */
  listId?: string
}

export const DesktopRow = memo(function DesktopRow({ item, listId }: RowProps) {
  return (
    <div className={`relative h-14 border-t border-line hover:bg-sunken ${desktopColumns}`}>
      <Star code={item.code} {...(listId === undefined ? {} : { listId })} />
      <div className="flex min-w-0 items-center gap-3">
        <Avatar item={item} />
        <RowLink item={item} className="flex min-w-0 flex-col leading-tight" />
      </div>
      <PriceCell item={item} className="text-end text-15" />
      <div className="text-end">
        <ChangeCell item={item} boxed />
      </div>
      <VolumeCell item={item} className={`text-end text-13 text-fg2 ${volumeColumn}`} />
      <div className={trendColumn}>
        <Sparkline code={item.code} hundred={item.hundred} width={112} height={34} />
      </div>
      <div className="flex min-w-0 flex-col items-end gap-0.5">
        <SessionChip session={item.session} listing={item.listing} length="short" />
        <FeedKindNote item={item} />
      </div>
    </div>
  )
})

export const MobileRow = memo(function MobileRow({ item, listId }: RowProps) {
  return (
    <div className="relative grid h-16 grid-cols-[2.5rem_2rem_minmax(0,1fr)_auto_auto] items-center gap-x-2 border-t border-line ps-1 pe-4 max-[22em]:grid-cols-[2.5rem_minmax(0,1fr)_auto_auto]">
      <Star code={item.code} {...(listId === undefined ? {} : { listId })} className="-me-1" />
      {/* The narrowest phones, and a page that is much enlarged, keep the room for the whole code. */}
      <span className="max-[22em]:hidden">
        <Avatar item={item} />
      </span>
      {/* The trend stands beside the code alone, so that the name below has the room of both. */}
      <div className="col-span-2 grid min-w-0">
        <RowLink item={item} className="col-start-1 row-start-1 flex min-w-0 flex-col leading-tight" />
        <span className="col-start-1 row-start-1 justify-self-end">
          <Sparkline code={item.code} hundred={item.hundred} width={56} height={18} />
        </span>
        <RowNote item={item} className="max-[22em]:leading-none max-[22em]:whitespace-normal" />
      </div>
      <div className="flex min-w-22 flex-col items-end leading-tight">
        <PriceCell item={item} />
        <ChangeCell item={item} />
      </div>
    </div>
  )
})

/** What is watched and no longer listed: its code, and the star that lets go of it. */
export function GoneRow({ code, listId }: { code: string; listId: string }) {
  const t = useTranslations('market')
  return (
    <div className="flex h-16 items-center gap-3 border-t border-line ps-1 pe-4 desktop:h-14 desktop:ps-2">
      <Star code={code} listId={listId} />
      <Avatar item={{ code, logo: '' }} />
      <bdi dir="ltr" className="min-w-0 grow truncate font-600 text-fg2">
        {code}
      </bdi>
      <Chip>{t('watch.notListed')}</Chip>
    </div>
  )
}

/** Boxes of a row's size while the list is on its way. */
export const RowSkeletons = ({ count, mobile }: { count: number; mobile: boolean }) => (
  <div aria-hidden="true" className="skeletons">
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
