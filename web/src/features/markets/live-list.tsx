import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { CategoryTabs } from './category-tabs.tsx'
import { ColumnHeads } from './column-heads.tsx'
import type { Category } from './categories.ts'
import { EmptyWatchlist, ListStates } from './list-states.tsx'
import type { MarketCategory } from './load-items.ts'
import { useMarketList } from './market-list.ts'
import { DesktopRow, MobileRow } from './market-row.tsx'
import { useWatchedItems } from './use-watched-items.ts'
import { useWatch } from './watchlist/use-watch.ts'

const shown = 20

/** The home page's list: what is watched, or the first instruments of a category, live, and the way to all of them. */
export function LiveList() {
  const mobile = useLayout() === 'mobile'
  const [category, setCategory] = useState<Category>('all')
  return (
    <Card className="@container overflow-hidden mobile:-mx-gutter mobile:rounded-none">
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <CategoryTabs value={category} onChange={setCategory} panelId="live-list" />
        {!mobile && <AllMarkets category={category} />}
      </div>
      {category === 'watch' ? <WatchedRows /> : <CategoryRows category={category} />}
      {mobile && (
        <div className="border-t border-line p-2 text-center">
          <AllMarkets category={category} />
        </div>
      )}
    </Card>
  )
}

function CategoryRows({ category }: { category: MarketCategory }) {
  const { items, waiting, problem, again } = useMarketList(category, shown)
  const t = useTranslations('market')
  return (
    <Rows {...{ category, items, waiting, problem, again }} empty={<EmptyState icon="candles" title={t('none')} />} />
  )
}

/** The first of the customer's lists. */
function WatchedRows() {
  const { lists, ready, problem: listsProblem } = useWatch()
  const first = lists[0]
  const { items, waiting, problem, again } = useWatchedItems((first?.codes ?? noCodes).slice(0, shown))
  const known = ready && !(waiting && items.length === 0)
  return (
    <Rows
      category="watch"
      items={known ? items : undefined}
      waiting={!known}
      problem={problem ?? (ready ? undefined : listsProblem)}
      again={again}
      empty={<EmptyWatchlist />}
    />
  )
}
const noCodes: readonly string[] = []

type RowsProps = Omit<ReturnType<typeof useMarketList>, 'items'> & {
  items: ReturnType<typeof useMarketList>['items'] | undefined
  category: Category
  empty: React.ReactNode
}

function Rows({ category, items, waiting, problem, again, empty }: RowsProps) {
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

function AllMarkets({ category }: { category: Category }) {
  const t = useTranslations('market')
  return (
    <Link
      to="/market"
      search={category === 'all' ? {} : { type: category }}
      className="inline-flex min-h-11 shrink-0 items-center gap-1 px-2 font-600 text-accent-text no-underline desktop:min-h-9"
    >
      {t('all')}
      <Icon name="go" size={16} />
    </Link>
  )
}
