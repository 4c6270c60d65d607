import type { Finding } from '@evenhand/proofs/findings.ts'
import type { AuditEntry } from '@evenhand/proofs/audit-entry.ts'
import type { PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { verifyAuditEntries } from '@evenhand/proofs/verify-audit-entries.ts'
import type { HeadsVerdict } from '@evenhand/proofs/verify-heads.ts'
import { blank, type CheckedFile, type Fault, type NeededHead } from './checked-file.ts'

type SealedEntry = AuditEntry & { readonly record: { readonly seq: number } | null }
/** Of a file that is wrong nothing is certain but that it is JSON. */
type Page = { readonly acts?: readonly SealedEntry[]; readonly head?: Partial<NeededHead> | null }

function pagesIn(text: string): Page[] {
  const whole = JSON.parse(text) as unknown
  return [whole].flat().map((page) => ((page as { result?: Page } | null)?.result ?? page ?? {}) as Page)
}

function placed(finding: Finding): Fault {
  const [, no] = /^act (\d+)/.exec(finding.at) ?? []
  return no === undefined ? finding : { ...finding, location: { is: 'act', no: Number(no) } }
}

const lineOf = ({ seq, at, operator, act, subject, record }: SealedEntry): string =>
  `#${seq}  ${utcText(at)}  ${operator}  ${act}  ${subject}${record === null ? '' : `  → ${record.seq}`}`

/** The newest head of a file that is none of the kept ones. */
export function missingHead(
  heads: readonly (Partial<NeededHead> | null | undefined)[],
  kept: HeadsVerdict | undefined,
): NeededHead | undefined {
  const sizes = new Set(kept?.heads.map(({ size }) => size))
  return heads
    .flatMap((head) =>
      typeof head?.size === 'number' && typeof head.time === 'number' && !sizes.has(head.size)
        ? [{ size: head.size, time: head.time }]
        : [],
    )
    .toSorted((one, other) => other.size - one.size)[0]
}

/** Checks the exported record of operators against heads that came in another file; without them it waits. */
export function checkAuditEntries(
  name: string,
  text: string,
  { kept, keys }: { kept: HeadsVerdict | undefined; keys: PublicKeys },
): CheckedFile {
  const file = { ...blank, name, kind: 'acts' } as const
  const pages = pagesIn(text)
  const entries = pages.flatMap((page) => (Array.isArray(page.acts) ? page.acts : []))
  const needed = missingHead(
    pages.map(({ head }) => head),
    kept,
  )
  if (needed !== undefined) return { ...file, state: 'waits', needed }
  const verdict = verifyAuditEntries(text, { kept: kept ?? { findings: [], heads: [] }, keys })
  if (!verdict.ok && verdict.findings.length > 0)
    return { ...file, state: 'wrong', findings: verdict.findings.map(placed) }
  if (verdict.entries === 0) return { ...file, state: 'empty' }
  const more = entries.length - verdict.entries
  return { ...file, state: 'right', count: verdict.entries, more, lines: entries.map(lineOf) }
}
