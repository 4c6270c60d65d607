import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useTable, type Header, type Row as TableRow, type RowData } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useWidthRem } from './use-width-rem.ts'
import { columnDefs, features, fitColumns, sortingOf, sortText, type Column, type Features } from './columns.ts'

const rowHeight = 40
const headHeight = 36

export type TableProps<Row> = {
  /** Names the table for assistive technology. */
  label: string
  /** In the order of `sort`. */
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  shown: readonly string[]
  idOf: (row: Row) => string
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** The row that stands open beside the table. */
  openId?: string | undefined
  onOpen?: ((id: string) => void) | undefined
}

/** Rows of 40 px in a box that scrolls by itself; only those in sight exist, so that a queue of thousands stays light. */
export function DataTable<Row extends RowData>(props: TableProps<Row>) {
  const { rows, columns, sort, onSort, openId, label } = props
  const box = useRef<HTMLDivElement>(null)
  const widthRem = useWidthRem(box)
  // Beside an open case the columns that matter stay in sight; a list alone has all that were chosen, narrower where they
  // do not fit, and scrolls where that is not enough.
  const { shown, widths, isTight } = fitColumns(columns, props.shown, { widthRem, isBeside: openId !== undefined })
  const defs = useMemo(() => columnDefs(columns), [columns])
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    manualSorting: true,
    getRowId: props.idOf,
    state: {
      sorting: sortingOf(sort),
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)])),
    },
    onSortingChange: (update) => onSort(sortText(typeof update === 'function' ? update(sortingOf(sort)) : update)),
  })
  const lines = table.getRowModel().rows
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled or memoised around it
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The head lies above the rows inside the same box: without this the last row in sight would end below it.
    scrollPaddingEnd: headHeight,
    initialRect: { width: 0, height: 800 },
  })
  const openAt = lines.findIndex(({ id }) => id === openId)
  const broughtIn = useRef<string>(undefined)
  useEffect(() => {
    // Once for each case: rows that come later leave the list where the operator has scrolled it.
    if (openAt >= 0 && broughtIn.current !== openId) virtual.scrollToIndex(openAt)
    if (openAt >= 0 || openId === undefined) broughtIn.current = openId
  }, [openAt, openId, virtual])
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const heads = table.getHeaderGroups()[0]?.headers ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by key
    <div
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="relative min-h-0 flex-1 overflow-auto bg-surface"
    >
      <table
        aria-rowcount={lines.length + 1}
        style={{ minWidth: `${sumOf(widths)}rem` }}
        data-tight={isTight || undefined}
        className="group/table w-full table-fixed border-separate border-spacing-0 text-13"
      >
        <thead>
          <tr aria-rowindex={1}>
            {heads.map((header) => (
              <Head key={header.id} header={header} width={widths.get(header.column.id) ?? 0} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={before} span={heads.length} />
          {items.map(({ index }) => {
            const row = lines[index]
            return row && <Line key={row.id} row={row} index={index} open={row.id === openId} onOpen={props.onOpen} />
          })}
          <Gap height={after} span={heads.length} />
        </tbody>
      </table>
    </div>
  )
}

const sumOf = (widths: ReadonlyMap<string, number>): number => [...widths.values()].reduce((sum, one) => sum + one, 0)

const Gap = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height }} className="p-0" />
    </tr>
  ) : null

function Head<Row extends RowData>({ header, width }: { header: Header<Features, Row>; width: number }) {
  const { column } = header
  const meta = column.columnDef.meta
  const sorted = column.getIsSorted()
  return (
    <th
      scope="col"
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
      style={{ width: `${width}rem` }}
      className={cx(
        'sticky top-0 z-10 h-9 overflow-hidden border-b border-line bg-sunken px-3 font-600 whitespace-nowrap text-fg2 group-data-tight/table:px-2 first:border-s-2 first:border-s-transparent',
        meta?.end ? 'text-end' : 'text-start',
      )}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          title={meta?.title}
          onClick={column.getToggleSortingHandler()}
          className="inline-flex h-8 max-w-full items-center gap-1 rounded-chip font-600 hover:text-fg"
        >
          <span className="truncate">{meta?.title}</span>
          <Icon
            name={sorted === 'asc' ? 'rise' : sorted === 'desc' ? 'fall' : 'sort'}
            size={14}
            className={cx('shrink-0', sorted ? 'text-accent-text' : 'opacity-50 group-data-tight/table:hidden')}
          />
        </button>
      ) : (
        <span title={meta?.title} className="block truncate">
          {meta?.title}
        </span>
      )}
    </th>
  )
}

type LineProps<Row extends RowData> = {
  row: TableRow<Features, Row>
  index: number
  open: boolean
  onOpen: ((id: string) => void) | undefined
}

function Line<Row extends RowData>({ row, index, open, onOpen }: LineProps<Row>) {
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={open || undefined}
      data-row={row.id}
      onClick={() => onOpen?.(row.id)}
      className={cx('group', onOpen && 'cursor-pointer', open ? 'bg-accent-weak' : 'hover:bg-sunken')}
    >
      {row.getVisibleCells().map((cell, at) => {
        const meta = cell.column.columnDef.meta
        const content = (meta?.cell as ((row: Row) => React.ReactNode) | undefined)?.(row.original)
        return (
          <td
            key={cell.id}
            className={cx(
              'h-10 max-w-0 truncate border-b border-line px-3 group-data-tight/table:px-2 first:border-s-2',
              meta?.end && 'text-end',
              open ? 'first:border-s-accent' : 'first:border-s-transparent',
            )}
          >
            <div className="@container truncate">
              {at === 0 && onOpen ? <OpenButton open={open}>{content}</OpenButton> : content}
            </div>
          </td>
        )
      })}
    </tr>
  )
}

/** The whole row takes a press; a keyboard and a reader get one button, whose press reaches the row. */
const OpenButton = ({ open, children }: { open: boolean; children: React.ReactNode }) => (
  <button
    type="button"
    aria-expanded={open}
    className="max-w-full truncate rounded-chip text-start font-600 text-accent-text group-hover:underline"
  >
    {children}
  </button>
)
