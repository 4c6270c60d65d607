import type { exportData as route } from '@evenhand/protocol/settings.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { malformedCursor, type ExportSection } from '../../kernel/module/data-export.ts'
import type { ProfileDeps } from './profile.ts'

const rowsAtOnce = 1000
const countOf = (tables: Record<string, object[]>): number =>
  Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)

const beginning = '0'
/** The row that a page begins behind, as a section named it; undefined at the beginning of the section. */
function decodeCursor(text: string): string | undefined {
  if (text === beginning) return undefined
  const cursor = Buffer.from(text, 'base64url').toString()
  try {
    if (typeof JSON.parse(cursor) === 'object') return cursor
  } catch {}
  throw malformedCursor()
}

/**
 * The next piece of all that is kept about the caller: some tables, or pages of one. `next` of a piece is the `after` of
 * the next; it names the last row, so that each row that was there throughout is in one piece, whatever comes or goes
 * between two. Refuses 40020 an `after` that is none.
 */
export async function exportData(
  { clock, sections }: ProfileDeps,
  { after }: z.output<typeof route.request>,
  call: Call,
): Promise<z.input<typeof route.result>> {
  const { customerId, accountId } = call.session
  const [section = '0', start = beginning] = (after ?? `0.${beginning}`).split('.')
  const from = Number.parseInt(section, 10)
  if (from >= sections.length) throw malformedCursor()
  const piece: Record<string, Record<string, unknown>[]> = {}
  const at = clock.now()
  let cursor = decodeCursor(start)
  let left = rowsAtOnce
  for (const [number, one] of sections.slice(from).entries()) {
    if (left <= 0) return { at, tables: piece, next: `${from + number}.${beginning}` }
    const limit = limitOf(one, left)
    const { tables, last } = await one.read({ customerId, accountId }, { after: cursor, limit })
    const count = countOf(tables)
    Object.assign(piece, tables)
    if (one.max !== undefined && last !== undefined && count === limit)
      return { at, tables: piece, next: `${from + number}.${Buffer.from(last).toString('base64url')}` }
    left -= count
    cursor = undefined
  }
  return { at, tables: piece, next: null }
}

const limitOf = ({ max }: ExportSection, left: number): number => Math.min(max ?? left, left)
