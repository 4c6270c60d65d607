import type { CourseNoun } from '@evenhand/protocol/case-course.ts'
import { cx } from '@evenhand/ui/cx.ts'
import { keepFocus } from '@evenhand/ui/keep-focus.ts'
import { ownFocusMs } from '@evenhand/ui/return-focus.ts'
import { Banner, EmptyState } from '@evenhand/ui/states.tsx'
import type { RowData } from '@tanstack/react-table'
import { useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SubjectContext, subjectOf } from '../case/case-course.tsx'
import { createPreparedViews, PreparedViewsContext, type PreparedViews } from '../case/prepared-view.ts'
import { useLayout } from '../lib/settings.ts'
import { CardList } from '../table/card-list.tsx'
import { shownColumns, sortRows, type Column, type Preset } from '../table/columns.ts'
import { DataTable } from '../table/data-table.tsx'
import { RowsState } from '../table/rows-state.tsx'
import type { Rows } from '../table/rows.ts'
import { TableBar } from '../table/table-bar.tsx'
import { CaseActionsContext, DecidedContext, type CaseActions } from './case-actions.ts'
import { AssigneeFilter } from './assignee-filter.tsx'
import { BulkBar, type BulkDialog } from './bulk-bar.tsx'
import { useAssigneeColumns, withAssignee } from './assignee-columns.tsx'
import { useAssigning } from './assignment.ts'
import { CaseFilters, type CaseFilterKinds } from './case-filters.tsx'
import { caseFilterNames, type CaseSearch } from './case-search.ts'
import { useClaimColumn } from './claim-column.tsx'
import { FilterChips } from './filter-chips.tsx'
import { SavedViews } from './saved-views.tsx'
import { useKeys } from './keys.ts'
import { useListPosition } from './use-list-position.ts'
import { HeldContext, useWork, type Held, type Work } from './work.ts'

/** What a table screen keeps in its address. */
export type TableSearch = CaseSearch & {
  sort?: string | undefined
  cols?: string | undefined
  id?: string | undefined
}

export type CaseProps<Row> = { id: string; row: Row | undefined; onClose: () => void }

type QueueProps<Row> = {
  label: string
  rows: Rows<Row>
  columns: readonly Column<Row>[]
  /** Sets of columns with a name; one with all of them is always there. */
  presets?: readonly Preset[]
  idOf: (row: Row) => string
  search: TableSearch
  onSearch: (change: TableSearch) => void
  /** The choices above the table. */
  filters?: ReactNode
  /** By what else the server narrows the list; without it there is no such panel. */
  narrows?: CaseFilterKinds
  /** A sentence for when there is nothing. */
  empty: string
  /** Name of a CSV file without its ending; without it there is none. */
  file?: string
  /** What stands beside the table for the row that is open; the row itself where the list has it. */
  Case?: ComponentType<CaseProps<Row>>
  /** For a case that holds much. */
  wide?: boolean
  /** What is claimed by opening it, so that no two begin the same. */
  work?: Work<Row>
  /** What the record calls its cases, where they have a course. */
  course?: CourseNoun
  /** Decides picked rows together, for operators who may. */
  Bulk?: BulkDialog<Row> | undefined
  /** What opens it, where it does not only reject. */
  bulkLabel?: (count: number) => string
  /** Which rows wait for this operator: after a decision the next of them opens. Where none are given, those of `work`. */
  waits?: (row: Row) => boolean
}

/**
 * A list and, beside it, the case that is open. J and K go through the list from where the operator stands in it, V goes to
 * what is to be viewed, A and R decide, Esc closes; after a decision the next case that waits opens by itself.
 */
export function QueueScreen<Row extends RowData>({ columns: own, presets: some = [], ...given }: QueueProps<Row>) {
  const t = useTranslations('common')
  const { rows, idOf, search, onSearch, Case, work, waits = work?.waits, Bulk } = given
  const [actions, setActions] = useState<CaseActions>({})
  const [views] = useState(createPreparedViews)
  const { id } = search
  const openRow = rows.data?.find((one) => idOf(one) === id)
  const { held, claimed } = useWork(work, { id, row: openRow, spoken: actions.spoken === true })
  const all = [...some, { value: 'all', title: t('table.every'), columns: own.map((column) => column.id) }]
  const assigning = useAssigning(work?.noun, Bulk !== undefined)
  const picked = assigning.picked.size > 0
  const withOwner = useAssigneeColumns(own, assigning, idOf)
  const presets = withAssignee(all, assigning)
  const shown = useClaimColumn({ columns: withOwner, presets, claimed, idOf, on: work !== undefined })
  const sorted = useSorted(rows.data, shown.columns, search.sort)
  const props = { ...given, ...shown }
  const close = () => onSearch({ id: undefined })
  const narrow = (change: CaseSearch) => onSearch({ ...change, id: undefined })
  const ids = sorted.map((row) => idOf(row))
  const { ended, go, decided } = useListPosition({
    ids,
    openId: id,
    isOpen:
      waits && ((one) => sorted.some((row) => idOf(row) === one && waits(row)) && claimed.get(one)?.own !== false),
    onGo: (next) => Case && onSearch({ id: next }),
  })
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    v: () => views.first()?.(),
    a: held ? undefined : actions.approve,
    r: held ? undefined : actions.reject,
    Escape: id === undefined ? undefined : close,
  })
  const isOpen = Case !== undefined && id !== undefined
  return (
    <CaseActionsContext value={setActions}>
      <div className="flex min-h-0 flex-1 mobile:flex-col">
        <div
          className={cx('flex min-h-0 min-w-0 flex-1 flex-col', isOpen && 'mobile:hidden', picked && 'mobile:pb-36')}
        >
          <TableBar
            {...props}
            rows={sorted}
            fetched={rows}
            filters={
              <QueueBar picked={<BulkBar {...given} rows={sorted} assigning={assigning} />} on={picked}>
                {props.filters}
                {props.narrows && <CaseFilters {...props.narrows} search={search} onSearch={narrow} />}
                <SavedViews />
                <AssigneeFilter assigning={assigning} filter={search.who} onFilter={(who) => narrow({ who })} />
              </QueueBar>
            }
          />
          {props.narrows && <FilterChips search={search} onSearch={narrow} />}
          <List {...props} sorted={sorted} />
        </div>
        {isOpen && (
          <Aside id={id} wide={props.wide === true} ended={ended}>
            <CaseContexts decided={decided} held={held} subject={subjectOf(given.course, id)} views={views}>
              <Case key={id} id={id} row={openRow} onClose={close} />
            </CaseContexts>
          </Aside>
        )}
      </div>
    </CaseActionsContext>
  )
}

/**
 * The choices above a list; once rows are picked, what can be done with them stands in their place. They keep their room
 * meanwhile: the list must not move under the pointer that goes on to the next row. On a phone the list is longer than
 * the window, so that they stand at its end.
 */
const QueueBar = ({ picked, on, children }: { picked: ReactNode; on: boolean; children: ReactNode }) => (
  <div className="grid min-w-0 flex-1 basis-80 grid-cols-[minmax(0,1fr)]">
    <div className={cx('flex flex-wrap items-center gap-2 [grid-area:1/1]', on && 'desktop:invisible')}>{children}</div>
    <div
      className={cx(
        'flex flex-wrap items-center gap-2 self-start [grid-area:1/1] empty:hidden',
        on &&
          'mobile:fixed mobile:inset-x-0 mobile:bottom-0 mobile:z-20 mobile:border-t mobile:border-line mobile:bg-surface mobile:p-3',
      )}
    >
      {picked}
    </div>
  </div>
)

const none: readonly never[] = []
const useSorted = <Row,>(data: readonly Row[] = none, columns: readonly Column<Row>[], sort: string | undefined) =>
  useMemo(() => sortRows(data, columns, sort), [data, columns, sort])

type CaseContextsProps = {
  decided: () => void
  held: Held | undefined
  subject: string | undefined
  views: PreparedViews
  children: ReactNode
}

/** What the parts of an open case learn from the queue around it. */
const CaseContexts = ({ decided, held, subject, views, children }: CaseContextsProps) => (
  <DecidedContext value={decided}>
    <HeldContext value={held}>
      <SubjectContext value={subject}>
        <PreparedViewsContext value={views}>{children}</PreparedViewsContext>
      </SubjectContext>
    </HeldContext>
  </DecidedContext>
)

type AsideProps = { id: string; wide: boolean; ended: boolean; children: ReactNode }

/** The open case. It takes focus as it opens, so that Tab goes on within it; its row gets focus back as it closes. */
function Aside({ id, wide, ended, children }: AsideProps) {
  const t = useTranslations('common')
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.querySelector('dialog[open]') === null) aside.current?.focus({ preventScroll: true })
  }, [id])
  // A step of a case takes the button away that ran it: where nothing near it takes the focus, the case does.
  useEffect(() => {
    const element = aside.current
    if (!element) return undefined
    let later: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      if (document.activeElement === document.body) element.focus({ preventScroll: true })
    }
    const forget = keepFocus(element, () => void (later = setTimeout(take, 2 * ownFocusMs)))
    return () => {
      forget()
      clearTimeout(later)
    }
  }, [])
  return (
    <aside
      ref={aside}
      tabIndex={-1}
      aria-label={t('queue.case')}
      className={cx(
        'relative flex flex-col border-line bg-surface outline-none desktop:min-h-0 desktop:shrink-0 desktop:scroll-pt-20 desktop:scroll-pb-24 desktop:overflow-y-auto desktop:border-s',
        wide ? 'desktop:w-[min(52rem,43%)]' : 'desktop:w-[clamp(30rem,34%,34rem)]',
      )}
    >
      <div role="status" className="empty:hidden">
        {ended && <Banner className="rounded-none!">{t('queue.end')}</Banner>}
      </div>
      {children}
    </aside>
  )
}

type ListProps<Row> = QueueProps<Row> & { presets: readonly Preset[]; sorted: readonly Row[] }

function List<Row extends RowData>({ sorted, ...props }: ListProps<Row>) {
  const { rows, columns, presets, search, onSearch } = props
  const { total = 0, more } = rows
  const t = useTranslations('common')
  const layout = useLayout()
  const onOpen = props.Case && ((id: string) => onSearch({ id: id === search.id ? undefined : id }))
  const list = { label: props.label, rows: sorted, columns, idOf: props.idOf, openId: search.id, onOpen }
  const count = sorted.length
  const isNarrowed = props.narrows !== undefined && caseFilterNames.some((name) => search[name] !== undefined)
  if (count === 0 || rows.error)
    return (
      <RowsState rows={rows} empty={<EmptyState icon="check" title={isNarrowed ? t('filters.none') : props.empty} />} />
    )
  if (layout === 'mobile') return <CardList {...list} total={total} more={more} />
  return (
    <>
      <DataTable
        {...list}
        shown={shownColumns(columns, presets, search.cols)}
        sort={search.sort}
        onSort={(sort) => onSearch({ sort })}
      />
      <p className="flex min-h-8 items-center gap-3 border-t border-line px-4 text-12 text-fg3">
        {total > count ? t('table.part', { count, total }) : t('table.count', { count })}
        {more && (
          <button
            type="button"
            onClick={more}
            className="min-h-8 rounded-chip px-1 font-600 text-accent-text hover:underline"
          >
            {t('table.more', { count: Math.min(100, total - count) })}
          </button>
        )}
      </p>
    </>
  )
}
