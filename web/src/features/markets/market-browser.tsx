import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { currentSession, useAccountMode } from '../../lib/session.ts'
import { languageOf, useLang, useLayout } from '../../lib/settings.ts'
import { ColumnHeads } from './column-heads.tsx'
import type { Category } from './categories.ts'
import { findItems } from './find-items.ts'
import { ListStates } from './list-states.tsx'
import type { MarketCategory } from './load-items.ts'
import { narrowed, type Filter } from './market-filter.ts'
import { useMarketList } from './market-list.ts'
import { MarketRows } from './market-rows.tsx'
import { SortButton } from './sort-button.tsx'
import { sortItems, type Sort, type SortKey } from './sort-items.ts'

/** How a list is searched, narrowed and ordered. */
export type View = {
  words: string
  sort: Sort
  filters: readonly Filter[]
  onSort: (sort: Sort) => void
  /** Brings back what the words and filters hide. */
  onClear: () => void
}

/** Enough for the first screen; the rest, a quarter of a megabyte, comes when the customer scrolls further. */
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
export function MarketBrowser({ category, view }: { category: MarketCategory; view: View }) {
  const scrolled = useScrolled()
  const whole = scrolled || view.words !== '' || view.sort !== undefined || view.filters.length > 0
  const list = useMarketList(view.words === '' ? category : 'all', whole ? undefined : firstRows)
  return <MarketTable category={category} view={view} {...list} />
}

type TableProps = {
  category: Category
  view: View
  items: readonly MarketItem[] | undefined
  waiting: boolean
  problem: unknown
  again: () => void
  /** The watchlist shown, where one is. */
  listId?: string
  /** Above the columns, inside the panel. */
  head?: ReactNode
  /** Instead of columns and rows, under the same head, which keeps the focus. */
  editor?: ReactNode
  /** Instead of the usual words when there is nothing to search or narrow. */
  empty?: ReactNode
  /** Below the rows. */
  foot?: ReactNode
}

/** A list's rows, searched, narrowed and in order, under columns that sort; and what stands there instead. */
export function MarketTable({ category, view, items: all, listId, head, editor, empty, foot, ...state }: TableProps) {
  const t = useTranslations('market')
  const mobile = useLayout() === 'mobile'
  const items = useShown(all, view)
  const label = t(`category.${category}`)
  const sortButton = (name: SortKey, text: string) => (
    <SortButton name={name} text={text} sort={view.sort} onSort={view.onSort} />
  )
  const searched = view.words !== '' || view.filters.length > 0
  return (
    <Card className="@container overflow-clip mobile:-mx-gutter mobile:rounded-none">
      <div id="market-list" role="tabpanel" aria-label={label} aria-busy={state.waiting || undefined}>
        {head}
        {editor ?? (
          <>
            {!mobile && (
              <div className="sticky top-16 z-10 bg-surface pt-3">
                <ColumnHeads drawHead={sortButton} />
              </div>
            )}
            {items && items.length > 0 && <MarketRows items={items} label={label} listId={listId} />}
            {foot}
            <ListStates
              count={items && items.length + (foot ? 1 : 0)}
              problem={state.problem}
              again={state.again}
              skeletons={12}
              empty={!searched && empty ? empty : <NothingFound view={view} />}
            />
          </>
        )}
      </div>
      <p role="status" className="sr-only">
        {items && !editor ? t('count', { count: items.length }) : ''}
      </p>
    </Card>
  )
}

function useShown(all: readonly MarketItem[] | undefined, view: View): readonly MarketItem[] | undefined {
  const { tag } = languageOf(useLang())
  const mode = useAccountMode()
  const { words, sort, filters } = view
  return useMemo(() => {
    if (!all) return undefined
    const passing = narrowed(findItems(all, words), filters, currentSession() ? mode : undefined)
    return sortItems(passing, sort, tag)
  }, [all, words, sort, filters, mode, tag])
}

function NothingFound({ view: { words, onClear } }: { view: View }) {
  const t = useTranslations('market')
  return (
    <EmptyState
      title={words === '' ? t('none') : t('nothingFound', { words })}
      text={t('nothingFoundHint')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('showAll')}
        </Button>
      }
    />
  )
}
