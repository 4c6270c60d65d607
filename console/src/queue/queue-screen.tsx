import { cx } from '@evenhand/ui/cx.ts'
import { EmptyState } from '@evenhand/ui/states.tsx'
import type { RowData } from '@tanstack/react-table'
import { useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLayout } from '../lib/settings.ts'
import { CardList } from '../table/card-list.tsx'
import { shownColumns, sortRows, type Column, type Preset } from '../table/columns.ts'
import { DataTable } from '../table/data-table.tsx'
import { RowsState } from '../table/rows-state.tsx'
import type { Rows } from '../table/rows.ts'
import { TableBar } from '../table/table-bar.tsx'
import { CaseActionsContext, type CaseActions } from './case-actions.ts'
import { useClaimColumn } from './claim-column.tsx'
import { useKeys } from './keys.ts'
import { HeldContext, useWork, type Work } from './work.ts'

/** What a table screen keeps in its address. */
export type TableSearch = { sort?: string | undefined; cols?: string | undefined; id?: string | undefined }

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
}

/** A list and, beside it, the case that is open. J and K go through the list, A and R decide, Esc closes. */
export function QueueScreen<Row extends RowData>({ columns: own, presets: some = [], ...given }: QueueProps<Row>) {
  const t = useTranslations('common')
  const { rows, idOf, search, onSearch, Case, work } = given
  const [actions, setActions] = useState<CaseActions>({})
  const { id } = search
  const openRow = rows.data?.find((one) => idOf(one) === id)
  const { held, claimed } = useWork(work, { id, row: openRow, spoken: actions.spoken === true })
  const presets = [...some, { value: 'all', title: t('table.every'), columns: own.map((column) => column.id) }]
  const shown = useClaimColumn({ columns: own, presets, claimed, idOf, on: work !== undefined })
  const { columns } = shown
  const sorted = useMemo(() => sortRows(rows.data ?? [], columns, search.sort), [rows.data, columns, search.sort])
  const props = { ...given, ...shown }
  const close = () => onSearch({ id: undefined })
  const go = (step: 1 | -1) => {
    const at = sorted.findIndex((row) => idOf(row) === id)
    const next = sorted[at < 0 ? 0 : Math.min(sorted.length - 1, Math.max(0, at + step))]
    if (next && Case) onSearch({ id: idOf(next) })
  }
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    a: held ? undefined : actions.approve,
    r: held ? undefined : actions.reject,
    Escape: id === undefined ? undefined : close,
  })
  const isOpen = Case !== undefined && id !== undefined
  return (
    <CaseActionsContext value={setActions}>
      <div className="flex min-h-0 flex-1 mobile:flex-col">
        <div className={cx('flex min-h-0 min-w-0 flex-1 flex-col', isOpen && 'mobile:hidden')}>
          <TableBar {...props} rows={sorted} fetched={rows} />
          <List {...props} sorted={sorted} />
        </div>
        {isOpen && (
          <Aside wide={props.wide === true}>
            <HeldContext value={held}>
              <Case key={id} id={id} row={openRow} onClose={close} />
            </HeldContext>
          </Aside>
        )}
      </div>
    </CaseActionsContext>
  )
}

function Aside({ wide, children }: { wide: boolean; children: ReactNode }) {
  const t = useTranslations('common')
  return (
    <aside
      aria-label={t('queue.case')}
      className={cx(
        'relative flex flex-col border-line bg-surface desktop:min-h-0 desktop:shrink-0 desktop:overflow-y-auto desktop:border-s',
        wide ? 'desktop:w-[min(52rem,60%)]' : 'desktop:w-[min(34rem,46%)]',
      )}
    >
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
  if (count === 0 || rows.error)
    return <RowsState rows={rows} empty={<EmptyState icon="check" title={props.empty} />} />
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
