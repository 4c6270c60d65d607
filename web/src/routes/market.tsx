import { ChoiceChip } from '@evenhand/ui/chip.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CategoryTabs } from '../features/markets/category-tabs.tsx'
import { MarketBrowser } from '../features/markets/market-browser.tsx'
import { categoryOf } from '../features/markets/categories.ts'
import { SearchBox } from '../features/markets/search-box.tsx'
import { sortOf, sortText } from '../features/markets/sort-items.ts'
import { useLayout } from '../lib/settings.ts'
import { useTitle } from '../lib/use-title.ts'

const route = getRouteApi('/market')
const sorts = ['', '-zdf', 'zdf', '-price', 'price', 'code'] as const

export function Market() {
  const t = useTranslations('market')
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/market' })
  const mobile = useLayout() === 'mobile'
  const [openOnly, setOpenOnly] = useState(false)
  const change = (part: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, find: undefined, ...part }), replace: true })
  useTitle(t('title'))
  return (
    <div className="mx-auto flex max-w-content flex-col gap-3 px-gutter pt-4 desktop:gap-4 desktop:pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-20 font-700 desktop:text-24">{t('title')}</h1>
        <SearchBox
          value={search.q ?? ''}
          autoFocus={search.find === '1'}
          onChange={(words) => change({ q: words === '' ? undefined : words })}
          className="mobile:w-full desktop:w-80"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-full">
          <CategoryTabs
            value={categoryOf(search.type)}
            onChange={(category) => change({ type: category === 'all' ? undefined : category, q: undefined })}
            panelId="market-list"
          />
        </div>
        <div className="flex items-center gap-2 mobile:w-full mobile:justify-between">
          <ChoiceChip chosen={openOnly} onChoose={() => setOpenOnly(!openOnly)}>
            {t('openOnly')}
          </ChoiceChip>
          {mobile && (
            <Select
              bare
              label={t('sort.label')}
              value={search.sort ?? ''}
              onChange={(event) => change({ sort: event.target.value || undefined })}
              options={sorts.map((sort) => ({ value: sort, label: t(`sort.${sortName(sort)}`) }))}
            />
          )}
        </div>
      </div>
      <MarketBrowser
        category={categoryOf(search.type)}
        words={search.q ?? ''}
        sort={sortOf(search.sort)}
        openOnly={openOnly}
        onSort={(sort) => change({ sort: sortText(sort) })}
        onClear={() => {
          setOpenOnly(false)
          change({ q: undefined })
        }}
      />
    </div>
  )
}

const names = {
  '': 'default',
  '-zdf': 'changeFalling',
  zdf: 'changeRising',
  '-price': 'priceFalling',
  price: 'priceRising',
  code: 'name',
} as const
const sortName = (sort: (typeof sorts)[number]) => names[sort]
