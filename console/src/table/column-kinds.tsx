import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import type { ReactNode } from 'react'
import { shortened } from '../case/copyable.tsx'
import { When } from '../lib/when.tsx'
import { DueClock } from '../queue/due-clock.tsx'
import type { Column } from './columns.ts'
import { scaled } from './scaled.ts'

// The few kinds of value our tables have. Each sorts by what it means, shows in one style, and writes itself plainly
// into a file.

type Base = Pick<Column<never>, 'id' | 'title' | 'width' | 'min' | 'card' | 'keep'>

/** A word or name; `show` where it is shown otherwise than written. */
export const wordColumn = <Row,>(
  base: Base,
  params: (row: Row) => string,
  show?: (row: Row) => ReactNode,
): Column<Row> => ({ ...base, by: params, text: params, cell: show ?? ((row) => <Word text={params(row)} />) })

/** Cut at its own end, whichever way the page is read; whole under the pointer. */
const Word = ({ text }: { text: string }) => (
  <bdi title={text} className="inline-block max-w-full truncate align-bottom">
    {text}
  </bdi>
)

/** An address, hash or id: first and last characters in the table, whole in the file. */
export const signColumn = <Row,>(base: Base, params: (row: Row) => string): Column<Row> => ({
  ...base,
  text: params,
  cell: (row) => (
    <bdi dir="ltr" title={params(row)} className="font-mono">
      {shortened(params(row))}
    </bdi>
  ),
})

/** An amount with its asset, '' where the head of the column names it; null where there is none. */
export const amountColumn = <Row,>(
  base: Base,
  params: (row: Row) => { text: string | null; asset: string },
): Column<Row> => ({
  ...base,
  end: true,
  by: (row) => {
    const { text } = params(row)
    return text === null ? undefined : scaled(text)
  },
  text: (row) => params(row).text ?? '',
  cell: (row) => {
    const { text, asset } = params(row)
    return text === null ? '—' : <Figure>{`${formatAmount(text, 8)} ${asset}`.trimEnd()}</Figure>
  },
})

/** A moment; in the file as UTC. */
export const whenColumn = <Row,>(base: Base, params: (row: Row) => number | null, seconds = false): Column<Row> => ({
  ...base,
  by: (row) => params(row) ?? undefined,
  text: (row) => {
    const ms = params(row)
    return ms === null ? '' : new Date(ms).toISOString()
  },
  cell: (row) => {
    const ms = params(row)
    return ms === null ? '—' : <When ms={ms} seconds={seconds} />
  },
})

/** Until when a person must have decided; undefined where none is awaited. */
export const dueColumn = <Row,>(base: Base, params: (row: Row) => number | undefined): Column<Row> => ({
  keep: true,
  min: 6.2,
  ...base,
  by: params,
  text: (row) => {
    const ms = params(row)
    return ms === undefined ? '' : new Date(ms).toISOString()
  },
  cell: (row) => {
    const ms = params(row)
    return ms === undefined ? '—' : <DueClock dueAt={ms} />
  },
})

/** How many of how many. */
export const shareColumn = <Row,>(
  base: Base,
  params: (row: Row) => readonly [given: number, needed: number],
): Column<Row> => ({
  ...base,
  by: (row) => params(row)[1] - params(row)[0],
  text: (row) => params(row).join(' of '),
  cell: (row) => <Figure>{params(row).join(' / ')}</Figure>,
})

/** A whole number. */
export const countColumn = <Row,>(base: Base, params: (row: Row) => number): Column<Row> => ({
  ...base,
  end: true,
  by: params,
  text: (row) => String(params(row)),
  cell: (row) => <Figure>{params(row)}</Figure>,
})
