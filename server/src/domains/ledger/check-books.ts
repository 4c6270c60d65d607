import { dateOf, msOf, type Clock } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { auditBooks, type AuditedBooks, type Finding } from './audit-books.ts'

/** The books are re-added this often. */
export const checkEveryMs = 300_000

export type BooksCheck = { at: number | null; ok: boolean | null; findings: Finding[]; tookMs: number }

/** Re-adds the books and keeps the result, which is public; a result that is not right is never overwritten silently. */
export async function checkBooks(params: AuditedBooks & { clock: Clock }): Promise<BooksCheck> {
  const started = params.clock.monotonic()
  const findings = await auditBooks(params)
  const tookMs = Math.round(params.clock.monotonic() - started)
  const at = params.clock.now()
  const ok = findings.every((finding) => finding.ok)
  await sql`insert into ledger.checks (at, ok, findings, took_ms)
    values (${dateOf(at)}, ${ok}, ${JSON.stringify(findings)}::jsonb, ${tookMs}) on conflict do nothing`.execute(
    params.db,
  )
  return { at, ok, findings, tookMs }
}

/** The last result by a time (epoch milliseconds), or nulls before the first: one of a time to come never stands for now. */
export async function lastBooksCheck(db: Db<'ledger'>, now: number): Promise<BooksCheck> {
  const rows = await sql<{ at: Date; ok: boolean; findings: Finding[]; took_ms: number }>`
    select at, ok, findings, took_ms from ledger.checks where at <= ${dateOf(now)} order by at desc limit 1`.execute(db)
  const row = rows.rows[0]
  if (row === undefined) return { at: null, ok: null, findings: [], tookMs: 0 }
  return { at: msOf(row.at), ok: row.ok, findings: row.findings, tookMs: row.took_ms }
}
