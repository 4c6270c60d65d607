import {
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** What sorting compares; rows without a value stand last in either direction. */
type Sortable = string | number | bigint | undefined

/** A column of one of our tables, in the words of the screen that shows it. */
export type Column<Row> = {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Without it the column does not sort. */
  readonly by?: (row: Row) => Sortable
  /** What a CSV file carries; without it the column stays out of files. */
  readonly text?: (row: Row) => string
  readonly end?: boolean
  /** Width in rem where the table is a table, and how narrow it may become with its value still readable. */
  readonly width: number
  readonly min?: number
  /** One that stays in sight beside an open case, however narrow the window: amount, customer, status, clock and assignee. */
  readonly keep?: boolean
  /**
   * Where the value stands when the row is a card: on its first line at the start or the end, below, or as a control
   * beside what opens the row; nowhere without it.
   */
  readonly card?: 'title' | 'aside' | 'line' | 'control'
}

/** Columns that are shown together under a name. */
export type Preset = { readonly value: string; readonly title: string; readonly columns: readonly string[] }

type Meta = { cell: (row: never) => ReactNode; title: string; end: boolean; width: number }
export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature, columnMeta: {} as Meta })
export type Features = typeof features

/** Our columns as the table library takes them. */
export const columnDefs = <Row extends RowData>(columns: readonly Column<Row>[]): ColumnDef<Features, Row>[] =>
  columns.map(({ id, title, cell, by, end = false, width }) => ({
    id,
    header: title,
    accessorFn: (row: Row) => by?.(row),
    enableSorting: by !== undefined,
    meta: { cell: cell as Meta['cell'], title, end, width },
  }))

/** `-createdAt` ⇄ the sorting of the library. */
export const sortingOf = (text: string | undefined): { id: string; desc: boolean }[] =>
  text === undefined || text === '' ? [] : [{ id: text.replace(/^-/, ''), desc: text.startsWith('-') }]
export const sortText = (sorting: readonly { id: string; desc: boolean }[]): string | undefined =>
  sorting[0] === undefined ? undefined : `${sorting[0].desc ? '-' : ''}${sorting[0].id}`

/** The rows in the order of `sort`: as the table shows them, and as the keys go through them. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | undefined,
): readonly Row[] {
  const [by] = sortingOf(sort)
  const value = columns.find(({ id }) => id === by?.id)?.by
  if (by === undefined || value === undefined) return rows
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === b) return 0
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    const order = typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : a < b ? -1 : 1
    return by.desc ? -order : order
  })
}

/** Which columns stand in the table: those of a preset, or a list of ids of the operator's own. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  presets: readonly Preset[],
  chosen: string | undefined,
): readonly string[] {
  const preset = presets.find(({ value }) => value === chosen)
  if (preset) return preset.columns
  const own = (chosen ?? '').split(',').filter((id) => columns.some((column) => column.id === id))
  return own.length > 0 ? own : (presets[0]?.columns ?? columns.map(({ id }) => id))
}

/** How much narrower a column becomes without a minimum width of its own. */
const tight = 0.7
const narrowest = ({ width, min = width * tight }: Pick<Column<never>, 'width' | 'min'>): number => min

export type Fitted = {
  readonly shown: readonly string[]
  readonly widths: ReadonlyMap<string, number>
  readonly isTight: boolean
}

/**
 * How wide the share of each shown column is, in rem, as `room` is: all as they are, or each narrower down to its bound.
 * Beside an open case those at the end that need not stay are left out where that is not enough.
 */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  shown: readonly string[],
  { widthRem, isBeside }: { widthRem: number; isBeside: boolean },
): Fitted {
  let left = columns.filter(({ id }) => shown.includes(id))
  const sum = (widthOf: (column: Column<Row>) => number) => left.reduce((total, column) => total + widthOf(column), 0)
  const spare = isBeside ? left.filter(({ keep }, at) => at > 0 && keep !== true) : []
  while (sum(narrowest) > widthRem && spare.length > 0) {
    const last = spare.pop()
    left = left.filter((one) => one !== last)
  }
  const [minimum, full] = [sum(narrowest), sum(({ width }) => width)]
  const part = full <= widthRem ? 1 : Math.max(0, (widthRem - minimum) / (full - minimum))
  const widthOf = (column: Column<Row>) => narrowest(column) + (column.width - narrowest(column)) * part
  return {
    shown: left.map(({ id }) => id),
    widths: new Map(left.map((column) => [column.id, widthOf(column)])),
    isTight: part < 1,
  }
}
