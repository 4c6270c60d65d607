import { Select } from '@evenhand/ui/select.tsx'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CategoryTabs } from './category-tabs.tsx'
import { categoryOf } from './categories.ts'
import { FilterChips } from './filter-chips.tsx'
import { MarketBrowser, type View } from './market-browser.tsx'
import { filtersOf } from './market-filter.ts'
import { SearchBox } from './search-box.tsx'
import { sortOf, sortText } from './sort-items.ts'
import { WatchBrowser } from './watch-browser.tsx'
import type { ScreenProps } from '../../lib/feature.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { useLayout } from '../../lib/settings.ts'

type MarketSearch = {
  type?: string | undefined
  q?: string | undefined
  sort?: string | undefined
  find?: string | undefined
  only?: string | undefined
  list?: string | undefined
}

/** The list of markets, whose choices the address keeps. */
export function MarketScreen({ search, onSearch }: ScreenProps<MarketSearch>) {
  const t = useTranslations('market')
  const mobile = useLayout() === 'mobile'
  const category = categoryOf(search.type)
  const words = search.q ?? ''
  const filters = useMemo(() => filtersOf(search.only), [search.only])
  const change = (part: MarketSearch) => onSearch({ find: undefined, ...part })
  const view: View = {
    words,
    sort: sortOf(search.sort),
    filters,
    onSort: (sort) => change({ sort: sortText(sort) }),
    onClear: () => change({ q: undefined, only: undefined }),
  }
  const tabs = (
    <CategoryTabs
      variant={mobile ? 'pill' : 'side'}
      value={category}
      onChange={(chosen) => change({ type: chosen === 'all' ? undefined : chosen, list: undefined, q: undefined })}
      panelId="market-list"
    />
  )
  return (
    <div className="mx-auto flex max-w-content flex-col gap-3 px-gutter pt-4 desktop:gap-4 desktop:pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle title={t('title')} />
        <SearchBox
          value={words}
          autoFocus={search.find === '1'}
          onChange={(typed) => change({ q: typed === '' ? undefined : typed })}
          className="mobile:w-full desktop:w-80"
        />
      </div>
      {mobile && tabs}
      <div className="flex items-center justify-between gap-2 desktop:ps-48">
        <FilterChips chosen={filters} onChoose={(only) => change({ only })} />
        {mobile && <SortChoice value={search.sort} onChoose={(sort) => change({ sort })} />}
      </div>
      <div className="desktop:grid desktop:grid-cols-[11rem_minmax(0,1fr)] desktop:items-start desktop:gap-4">
        {!mobile && <div className="sticky top-20">{tabs}</div>}
        {category === 'watch' && words === '' ? (
          <WatchBrowser listId={search.list} onList={(list) => change({ list })} view={view} />
        ) : (
          <MarketBrowser category={category === 'watch' ? 'all' : category} view={view} />
        )}
      </div>
    </div>
  )
}

const sorts = {
  '': 'default',
  '-zdf': 'changeFalling',
  zdf: 'changeRising',
  '-volume': 'volumeFalling',
  '-price': 'priceFalling',
  price: 'priceRising',
  name: 'name',
  code: 'code',
} as const

/** The order of the list where there are no columns to press. */
function SortChoice({ value, onChoose }: { value: string | undefined; onChoose: (sort: string | undefined) => void }) {
  const t = useTranslations('market')
  return (
    <Select
      bare
      className="max-w-3/5 shrink-0 [&_select]:field-sizing-content"
      label={t('sort.label')}
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value || undefined)}
      options={Object.entries(sorts).map(([sort, name]) => ({ value: sort, label: t(`sort.${name}`) }))}
    />
  )
}
