import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState, ErrorState } from '@evenhand/ui/states.tsx'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../../lib/settings.ts'
import { ColumnHeads } from './column-heads.tsx'
import type { Category } from './categories.ts'
import { findItems, useMarketList } from './market-list.ts'
import { RowSkeletons } from './market-row.tsx'
import { MarketRows } from './market-rows.tsx'
import { SortButton } from './sort-button.tsx'
import { sortItems, type Sort, type SortKey } from './sort-items.ts'

type BrowserProps = {
  category: Category
  words: string
  sort: Sort
  openOnly: boolean
  onSort: (sort: Sort) => void
  onClear: () => void
}

/** Enough for the first screen; the rest, a quarter of a megabyte, comes when someone looks further. */
const firstRows = 40

/** True from the first scroll on. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const note = () => setScrolled(true)
    addEventListener('scroll', note, { once: true, passive: true })
    return () => removeEventListener('scroll', note)
  }, [])
  return scrolled
}

/** The instruments of a category, or of all categories while words are searched. */
export function MarketBrowser({ category, words, sort, openOnly, onSort, onClear }: BrowserProps) {
  const t = useTranslations('market')
  const common = useTranslations('common')
  const mobile = useLayout() === 'mobile'
  const scrolled = useScrolled()
  const whole = scrolled || words !== '' || sort !== undefined || openOnly
  const {
    items: all,
    waiting,
    problem,
    again,
  } = useMarketList(words === '' ? category : 'all', whole ? undefined : firstRows)
  const items = useMemo(() => {
    const found = findItems(all ?? [], words)
    return sortItems(openOnly ? found.filter((item) => item.session.open) : found, sort)
  }, [all, words, sort, openOnly])
  const sortButton = (name: SortKey, text: string) => <SortButton name={name} text={text} sort={sort} onSort={onSort} />
  return (
    <Card className="overflow-clip mobile:-mx-gutter mobile:rounded-none">
      <div id="market-list" role="tabpanel" aria-label={t(`category.${category}`)} aria-busy={waiting || undefined}>
        {!mobile && (
          <div className="sticky top-16 z-10 bg-surface pt-3">
            <ColumnHeads drawHead={sortButton} />
          </div>
        )}
        {items.length > 0 && <MarketRows items={items} label={t(`category.${category}`)} />}
        {all && items.length === 0 && (
          <EmptyState
            title={words === '' ? t('none') : t('nothingFound', { words })}
            text={t('nothingFoundHint')}
            action={
              <Button look="secondary" onClick={onClear}>
                {t('showAll')}
              </Button>
            }
          />
        )}
        {!all && !problem && <RowSkeletons count={12} mobile={mobile} />}
        {!all && Boolean(problem) && (
          <ErrorState
            title={common('state.loadFailed')}
            text={t('listSafe')}
            action={<Button onClick={() => again()}>{common('retry')}</Button>}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {all ? t('count', { count: items.length }) : ''}
      </p>
    </Card>
  )
}
