import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState } from '@evenhand/ui/states.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { CategoryTabs } from './category-tabs.tsx'
import { ColumnHeads } from './column-heads.tsx'
import type { Category } from './categories.ts'
import { useMarketList } from './market-list.ts'
import { DesktopRow, MobileRow, RowSkeletons } from './market-row.tsx'

const shown = 20

/** The home page's list: the first instruments of a category, live, and the way to all of them. */
export function LiveList() {
  const t = useTranslations('market')
  const common = useTranslations('common')
  const mobile = useLayout() === 'mobile'
  const [category, setCategory] = useState<Category>('all')
  const { items, waiting, problem, again } = useMarketList(category, shown)
  const Row = mobile ? MobileRow : DesktopRow
  return (
    <Card className="overflow-hidden mobile:-mx-gutter mobile:rounded-none">
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <CategoryTabs value={category} onChange={setCategory} panelId="live-list" />
        {!mobile && <AllMarkets />}
      </div>
      <div id="live-list" role="tabpanel" aria-label={t(`category.${category}`)} aria-busy={waiting || undefined}>
        <ColumnHeads />
        {items && items.length > 0 && (
          <ul aria-label={t(`category.${category}`)}>
            {items.map((item) => (
              <li key={item.id} className="[contain:content]">
                <Row item={item} />
              </li>
            ))}
          </ul>
        )}
        {items?.length === 0 && <EmptyState icon="candles" title={t('none')} />}
        {!items && !problem && <RowSkeletons count={mobile ? 6 : 8} mobile={mobile} />}
        {!items && Boolean(problem) && (
          <ErrorState
            title={common('state.loadFailed')}
            text={t('listSafe')}
            action={<Button onClick={() => again()}>{common('retry')}</Button>}
          />
        )}
        {mobile && (
          <div className="border-t border-line p-2 text-center">
            <AllMarkets />
          </div>
        )}
      </div>
    </Card>
  )
}

function AllMarkets() {
  const t = useTranslations('market')
  return (
    <Link
      to="/market"
      className="inline-flex min-h-11 shrink-0 items-center gap-1 px-2 font-600 text-accent-text no-underline desktop:min-h-9"
    >
      {t('all')}
      <Icon name="go" size={16} />
    </Link>
  )
}
