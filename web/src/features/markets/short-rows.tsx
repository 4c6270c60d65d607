import type { MarketItem } from '@evenhand/protocol/markets.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { ColumnHeads } from './column-heads.tsx'
import type { Category } from './categories.ts'
import { ListStates } from './list-states.tsx'
import { DesktopRow, MobileRow } from './market-row.tsx'

/** Rows of a list on the home page. */
export const shortList = 20

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
  const mobile = useLayout() === 'mobile'
  const Row = mobile ? MobileRow : DesktopRow
  const label = t(`category.${category}`)
  return (
    <div id="live-list" role="tabpanel" aria-label={label} aria-busy={waiting || undefined}>
      <ColumnHeads />
      {items && items.length > 0 && (
        <ul aria-label={label}>
          {items.map((item) => (
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
