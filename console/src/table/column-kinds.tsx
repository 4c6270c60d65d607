import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import type { ReactNode } from 'react'
import { shortened } from '../case/copyable.tsx'
import { When } from '../lib/when.tsx'
import { DueClock } from '../queue/due-clock.tsx'
import type { Column } from './columns.ts'
import { scaled } from './scaled.ts'

// The few kinds of value our tables have. Each sorts by what it means, shows in one style, and writes itself plainly
// into a file.

type Base = Pick<Column<never>, 'id' | 'title' | 'width' | 'card' | 'keep'>

/** A word or name; `show` where it is shown otherwise than written. */
export const wordColumn = <Row,>(
  base: Base,
  of: (row: Row) => string,
  show?: (row: Row) => ReactNode,
): Column<Row> => ({ ...base, by: of, text: of, cell: show ?? ((row) => <bdi>{of(row)}</bdi>) })

/** An address, hash or id: first and last characters in the table, whole in the file. */
export const signColumn = <Row,>(base: Base, of: (row: Row) => string): Column<Row> => ({
  ...base,
  text: of,
  cell: (row) => (
    <bdi dir="ltr" title={of(row)} className="font-mono">
      {shortened(of(row))}
    </bdi>
  ),
})

/** An amount with its asset; null where there is none. */
export const amountColumn = <Row,>(
  base: Base,
  of: (row: Row) => { text: string | null; asset: string },
): Column<Row> => ({
  ...base,
  end: true,
  by: (row) => {
    const { text } = of(row)
    return text === null ? undefined : scaled(text)
  },
  text: (row) => of(row).text ?? '',
  cell: (row) => {
    const { text, asset } = of(row)
    return text === null ? '—' : <Figure>{`${formatAmount(text, 8)} ${asset}`}</Figure>
  },
})

/** A moment; in the file as UTC. */
export const whenColumn = <Row,>(base: Base, of: (row: Row) => number | null, seconds = false): Column<Row> => ({
  ...base,
  by: (row) => of(row) ?? undefined,
  text: (row) => {
    const ms = of(row)
    return ms === null ? '' : new Date(ms).toISOString()
  },
  cell: (row) => {
    const ms = of(row)
    return ms === null ? '—' : <When ms={ms} seconds={seconds} />
  },
})

/** Until when a person must have looked; undefined where nobody is waited for. */
export const dueColumn = <Row,>(base: Base, of: (row: Row) => number | undefined): Column<Row> => ({
  keep: true,
  ...base,
  by: of,
  text: (row) => {
    const ms = of(row)
    return ms === undefined ? '' : new Date(ms).toISOString()
  },
  cell: (row) => {
    const ms = of(row)
    return ms === undefined ? '—' : <DueClock dueAt={ms} />
  },
})

/** How many of how many. */
export const shareColumn = <Row,>(
  base: Base,
  of: (row: Row) => readonly [given: number, needed: number],
): Column<Row> => ({
  ...base,
  by: (row) => of(row)[1] - of(row)[0],
  text: (row) => of(row).join(' of '),
  cell: (row) => <Figure>{of(row).join(' / ')}</Figure>,
})

/** A whole number. */
export const countColumn = <Row,>(base: Base, of: (row: Row) => number): Column<Row> => ({
  ...base,
  end: true,
  by: of,
  text: (row) => String(of(row)),
  cell: (row) => <Figure>{of(row)}</Figure>,
})
