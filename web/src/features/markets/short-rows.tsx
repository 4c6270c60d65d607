import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { ColumnHeads } from './column-heads.tsx'
import type { Category } from './categories.ts'
import { ListStates } from './list-states.tsx'
import { DesktopRow, MobileRow, rowHeights } from './market-row.tsx'

/** Rows of a list on the home page. */
export const shortList = 20
/** Rows that are in sight at first, and how many more follow at a time: a slow device handles a tap between them. */
const rowsAtFirst = 6
const rowsAfter = 4
const restMs = 30

/** How many rows of a list are rendered by now: another list begins anew, the same one fetched again does not. */
function useGrowing(items: readonly MarketItem[]): number {
  const list = items
    .slice(0, rowsAtFirst)
    .map(({ id }) => id)
    .join()
  const [grown, setGrown] = useState({ list, shown: rowsAtFirst })
  const shown = grown.list === list ? grown.shown : rowsAtFirst
  const count = items.length
  useEffect(() => {
    if (shown >= count) return undefined
    const timer = setTimeout(() => startTransition(() => setGrown({ list, shown: shown + rowsAfter })), restMs)
    return () => clearTimeout(timer)
  }, [list, shown, count])
  return shown
}

const none: readonly MarketItem[] = []

type ShortRowsProps = {
  category: Category
  /** Undefined while the list is on its way. */
  items: readonly MarketItem[] | undefined
  waiting: boolean
  problem: unknown
  again: () => void
  empty: ReactNode
}

/** A list short enough to stand in the page as a whole. */
export function ShortRows({ category, items, waiting, problem, again, empty }: ShortRowsProps) {
  const t = useTranslations('market')
  const layout = useLayout()
  const mobile = layout === 'mobile'
  const Row = mobile ? MobileRow : DesktopRow
  const shown = useGrowing(items ?? none)
  const label = t(`category.${category}`)
  return (
    <div id="live-list" role="tabpanel" aria-label={label} aria-busy={waiting || undefined}>
      <ColumnHeads />
      {items && items.length > 0 && (
        // As high as all rows from the first, so that nothing below it moves.
        <ul aria-label={label} style={{ minHeight: items.length * rowHeights[layout] }}>
          {items.slice(0, shown).map((item) => (
            <li key={item.id} className="[contain:content]">
              <Row item={item} />
            </li>
          ))}
        </ul>
      )}
      <ListStates count={items?.length} problem={problem} again={again} empty={empty} skeletons={mobile ? 6 : 8} />
    </div>
  )
}
