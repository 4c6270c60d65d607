import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyWithRetry } from '../../lib/lazy-with-retry.ts'
import { useLayout } from '../../lib/settings.ts'
import { CategoryTabs } from './category-tabs.tsx'
import type { Category } from './categories.ts'
import type { MarketCategory } from './load-items.ts'
import { useMarketList } from './market-list.ts'
import { shortList, ShortRows } from './short-rows.tsx'

const WatchedRows = lazyWithRetry(async () => ({ default: (await import('./watched-rows.tsx')).WatchedRows }))

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
      {category === 'watch' ? (
        <Suspense fallback={<div id="live-list" role="tabpanel" aria-busy="true" />}>
          <WatchedRows />
        </Suspense>
      ) : (
        <CategoryRows category={category} />
      )}
      {mobile && (
        <div className="border-t border-line p-2 text-center">
          <AllMarkets category={category} />
        </div>
      )}
    </Card>
  )
}

function CategoryRows({ category }: { category: MarketCategory }) {
  const { items, waiting, problem, again } = useMarketList(category, shortList)
  const t = useTranslations('market')
  return (
    <ShortRows
      {...{ category, items, waiting, problem, again }}
      empty={<EmptyState icon="candles" title={t('none')} />}
    />
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
