import type { RawBuilder } from 'kysely'
import { sql } from './db.ts'

/**
 * Whether a column of lower-case hashes, written with or without 0x, begins with `start` (hex digits without 0x), as
 * ranges, which an index of the column finds. Undefined begins nothing.
 */
export function beginsWith(column: RawBuilder<unknown>, start: string | undefined): RawBuilder<boolean> {
  const ranges = [start, start && `0x${start}`].map((from) => {
    // No hex digit comes after f: g is behind everything that begins so.
    const [low, high] = [from ?? null, from === undefined ? null : `${from}g`]
    return sql<boolean>`${column} >= ${low}::text and ${column} < ${high}::text`
  })
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`
}
