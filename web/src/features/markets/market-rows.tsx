import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { useLayout } from '../../lib/settings.ts'
import { useWindowRows } from '../../lib/use-window-rows.ts'
import { DesktopRow, MobileRow, rowHeights } from './market-row.tsx'

/** All rows of a list, of which only those in sight stand in the page. `listId` is the watchlist shown, where one is. */
export function MarketRows({
  items,
  label,
  listId,
}: {
  items: readonly MarketItem[]
  label: string
  listId?: string | undefined
}) {
  const layout = useLayout()
  const rowHeight = rowHeights[layout]
  const { ref, first, last } = useWindowRows(items.length, rowHeight)
  const Row = layout === 'mobile' ? MobileRow : DesktopRow
  const ofList = listId === undefined ? {} : { listId }
  return (
    <ul ref={ref} aria-label={label} className="relative" style={{ height: items.length * rowHeight }}>
      {items.slice(first, last).map((item, at) => (
        <li
          key={item.id}
          className="absolute inset-x-0 top-0 [contain:strict]"
          style={{ transform: `translateY(${(first + at) * rowHeight}px)`, height: rowHeight }}
          aria-setsize={items.length}
          aria-posinset={first + at + 1}
        >
          <Row item={item} {...ofList} />
        </li>
      ))}
    </ul>
  )
}
