import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps, BooksOptions } from './books.deps.ts'
import type { RecordType } from './books.store.ts'
import { recordsAfter } from './log-rows.store.ts'
import { checkReceipt } from './replay-settlements.ts'

const atOnce = 1_000

type Batches = {
  readonly type: Extract<RecordType, 'receipts' | 'contracts'>
  readonly name: string
  readonly read: BooksOptions['batchesToSeal']
}

/** Compares every sealed batch with its record: names those that were changed, added or are gone. */
export async function auditBatches(deps: BooksDeps, { type, name, read }: Batches): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (let after = -1n; ;) {
    const records = await recordsAfter(deps.db, { type, after, limit: atOnce })
    const last = records.at(-1)?.source
    if (last === undefined) return findings
    const expected = new Map(records.map(({ source, payload, seq }) => [source, { payload, seq }]))
    for (let from = after; from < last;) {
      const batches = await read({ after: from, limit: atOnce })
      for (const { seq, root } of batches.filter((batch) => batch.seq <= last)) {
        const record = expected.get(seq)
        expected.delete(seq)
        if (record === undefined) findings.push({ at: `${name} ${seq}`, found: 'never sealed' })
        else if (record.payload !== root)
          findings.push({ at: `${name} ${seq} (record ${record.seq})`, expected: record.payload, found: root })
      }
      from = batches.at(-1)?.seq ?? last
    }
    for (const [source, { seq }] of expected) findings.push({ at: `${name} ${source} (record ${seq})`, found: 'gone' })
    after = last
  }
}

/** Compares every open order with its signed receipt: what it is about to win or lose is what was accepted. */
export async function auditOpenOrders(deps: BooksDeps): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  const signed = new Map<string, boolean>()
  let after: { accountId: bigint; orderId: string } | null = null
  for (;;) {
    const page = await deps.options.openReceipts({ after, limit: atOnce })
    for (const { orderNo, receipt, lost } of page)
      findings.push(
        ...(receipt === null ? [{ at: `${orderNo} receipt`, found: lost }] : checkReceipt(deps, receipt, signed)),
      )
    if (page.length < atOnce) return findings
    after = page.at(-1) ?? null
  }
}
