import type { Finding } from './findings.ts'
import { recordHash, type SignedHead } from './head.ts'
import { rootOfPath } from './merkle.ts'
import { auditEntryPayload, type AuditEntry } from './audit-entry.ts'
import type { PublicKeys } from './public-keys.ts'
import { headShape, recordShape } from './receipt-shape.ts'
import type { SealedRecord, Seals } from './receipt.ts'
import { compareShape, type Shape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'
import type { HeadsVerdict } from './verify-heads.ts'
import { verifySealedHead } from './verify-seals.ts'

type Sealed = AuditEntry & { readonly record: SealedRecord | null }
type Page = { readonly acts: readonly Sealed[]; readonly head: Seals['head'] | null; readonly next: number | null }

const any: Shape = { text: /^[^]*$/ }
const shape: Shape = {
  fields: [
    [
      'acts',
      {
        list: {
          fields: [
            ['seq', 'whole'],
            ['at', 'whole'],
            ['operatorId', { nullable: any }],
            ['operator', any],
            ['roles', { list: any }],
            ['act', any],
            ['subject', any],
            ['customerId', { nullable: any }],
            ['reason', any],
            ['before', { nullable: any }],
            ['after', { nullable: any }],
            ['record', { nullable: recordShape }],
          ],
        },
      },
    ],
    ['head', { nullable: headShape }],
    ['next', { nullable: 'whole' }],
  ],
}

/** What came of checking the audit log of operators; `entries` is how many were proved. */
export type AuditEntriesVerdict = {
  readonly ok: boolean
  readonly findings: readonly Finding[]
  readonly entries: number
}

/**
 * Checks the exported audit log of operators, one page or a list of pages, against `kept`, what `verifyHeads` found in heads
 * that were kept outside the database:
 * every entry leads to its record, every record to a head that is among the kept ones, and no number is missing from 1 to
 * the last. Only the newest, which no head covers yet, may be without a record.
 */
export function verifyAuditEntries(
  text: string,
  { kept, keys }: { kept: Pick<HeadsVerdict, 'findings' | 'heads'>; keys: PublicKeys },
): AuditEntriesVerdict {
  let written: Written
  try {
    written = readWritten(text)
  } catch (cause) {
    return { ok: false, findings: [{ is: 'notJson', at: cause instanceof Error ? cause.message : '' }], entries: 0 }
  }
  const items = written.kind === 'list' ? written.items.map(inResponse) : [inResponse(written)]
  const form = items.flatMap((item, index) => compareShape(item, shape, `[${index}]`))
  if (form.length > 0) return { ok: false, findings: form, entries: 0 }
  const pages = items.map((item) => plainOf(item) as Page)
  const findings = [
    ...kept.findings,
    ...pages.flatMap((page, index) => verifyPage(page, { index, heads: kept.heads, keys })),
  ]
  const entries = pages.flatMap((page) => page.acts)
  const gap = entries.findIndex(({ seq }, index) => seq !== index + 1)
  if (gap >= 0) findings.push({ is: 'missing', at: `act ${gap + 1}` })
  const lastSealed = entries.findLastIndex(({ record }) => record !== null)
  for (const { seq, record } of entries.slice(0, lastSealed))
    if (record === null) findings.push({ is: 'missing', at: `act ${seq}.record` })
  return {
    ok: findings.length === 0 && entries.length > 0,
    findings,
    entries: entries.filter(({ record }) => record !== null).length,
  }
}

const inResponse = (written: Written): Written =>
  (written.kind === 'object' ? written.fields.find(({ name }) => name === 'result')?.value : undefined) ?? written

function verifyPage(
  { acts: entries, head }: Page,
  { index, heads, keys }: { index: number; heads: readonly SignedHead[]; keys: PublicKeys },
): Finding[] {
  const at = `[${index}].head`
  if (head === null) return [{ is: 'missing', at }]
  const findings = verifySealedHead(head, at, keys)
  const known = heads.find(({ size }) => size === head.size)
  if (known === undefined) findings.push({ is: 'seal', at })
  else if (known.root !== head.root) findings.push({ is: 'fork', at, expected: known.root, found: head.root })
  for (const { record, ...entry } of entries) {
    if (record === null) continue
    const leaf = recordHash({ ...record, payload: auditEntryPayload(entry, keys.crypto) }, keys.crypto)
    const root = rootOfPath({ leaf, index: record.seq, size: head.size, path: record.path }, keys.crypto)
    if (record.type !== 'acts' || root !== head.root) findings.push({ is: 'seal', at: `act ${entry.seq}` })
  }
  return findings
}
