import type { exportData as route } from '@evenhand/protocol/settings.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { ExportSection } from '../../kernel/module/data-export.ts'
import type { ProfileDeps } from './profile.ts'

const rowsAtOnce = 1000
const countOf = (tables: Record<string, object[]>): number =>
  Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)

/**
 * The next piece of all that is kept about the caller: some tables, or pages of one. `next` of a piece is the `after` of
 * the next; rows are exported in an order to which only the end is added, so none is missed between two pieces. Refuses 40020
 * an `after` that is none.
 */
export async function exportData(
  { clock, sections }: ProfileDeps,
  { after }: z.output<typeof route.request>,
  call: Call,
): Promise<z.input<typeof route.result>> {
  const { customerId, accountId } = call.session
  const [from = 0, start = 0] = (after ?? '0.0').split('.').map((part) => Number.parseInt(part, 10))
  if (from >= sections.length) throw refuse('dataIncomplete', { fields: [{ field: 'after', reason: 'malformed' }] })
  const piece: Record<string, Record<string, unknown>[]> = {}
  const at = clock.now()
  let [offset, left] = [start, rowsAtOnce]
  for (const [number, section] of sections.slice(from).entries()) {
    if (left <= 0) return { at, tables: piece, next: `${from + number}.0` }
    const limit = limitOf(section, left)
    const tables = await section.read({ customerId, accountId }, { offset, limit })
    const count = countOf(tables)
    Object.assign(piece, tables)
    if (section.max !== undefined && count === limit)
      return { at, tables: piece, next: `${from + number}.${offset + count}` }
    left -= count
    offset = 0
  }
  return { at, tables: piece, next: null }
}

const limitOf = ({ max }: ExportSection, left: number): number => Math.min(max ?? left, left)
