import type { LedgerFinding } from '@evenhand/proofs/findings.ts'
import type { PublicKeys } from '@evenhand/proofs/public-keys.ts'
import type { HeadsVerdict } from '@evenhand/proofs/verify-heads.ts'
import { startLedgerCheck } from '@evenhand/proofs/verify-ledger.ts'
import { missingHead } from './check-audit-entries.ts'
import { blank, type CheckedFile, type Fault, type NeededHead } from './checked-file.ts'

function placed(finding: LedgerFinding): Fault {
  const [, line] = /^line (\d+)/.exec(finding.at) ?? []
  if (line !== undefined) return { ...finding, location: { is: 'line', no: Number(line) } }
  const [, from, to] = /^entries (\d+) to (\d+)/.exec(finding.at) ?? []
  if (from !== undefined) return { ...finding, location: { is: 'entries', from: Number(from), to: Number(to) } }
  const [, no] = /^entry (\d+)/.exec(finding.at) ?? []
  return no === undefined ? finding : { ...finding, location: { is: 'entry', no: Number(no) } }
}

/** The head of a line, which stands behind its runs; read without the megabytes before it. */
function headIn(line: string): Partial<NeededHead> | undefined {
  const from = line.lastIndexOf('"head"')
  const written = from < 0 ? null : /\{[^{}]*\}/.exec(line.slice(from))
  try {
    return written === null ? undefined : (JSON.parse(written[0]) as Partial<NeededHead>)
  } catch {
    return undefined
  }
}

/** Which entries a line holds, by its own fields. */
function runIn(line: string, size: number): string {
  const [, after = '', upto = ''] = /"after"\s*:\s*(\d+)\s*,\s*"upto"\s*:\s*(\d+)/.exec(line.slice(0, 500)) ?? []
  return `${Number(after) + 1}–${upto}  → ${size}`
}

type Params = { readonly kept: HeadsVerdict | undefined; readonly keys: PublicKeys }

/**
 * Checks an export of the ledger, a run a line, against heads that came in another file. Without any it waits, and only the
 * first line is read. `lines` may be larger than memory.
 */
export async function checkLedger(
  name: string,
  lines: AsyncIterable<string> | Iterable<string>,
  { kept, keys }: Params,
): Promise<CheckedFile> {
  const file = { ...blank, name, kind: 'ledger' } as const
  const check = startLedgerCheck({ kept: kept ?? { findings: [], heads: [] }, keys })
  const heads: (Partial<NeededHead> | undefined)[] = []
  const runs: string[] = []
  for await (const line of lines) {
    const head = headIn(line)
    heads.push(head)
    if (head?.size !== undefined) runs.push(runIn(line, head.size))
    if (kept === undefined && head !== undefined) break
    check.add(line)
  }
  const { ok, findings, entries } = check.verdict()
  if (ok) return { ...file, state: 'right', count: entries, lines: runs }
  const needed = missingHead(heads, kept)
  // A head that was not kept is no fault while nothing else is wrong: it may be in a file that is still to come.
  const isOnlyHeads = findings.every(({ is, at }) => is === 'seal' && at.endsWith('.head'))
  if (needed !== undefined && isOnlyHeads) return { ...file, state: 'waits', needed }
  return findings.length === 0
    ? { ...file, state: 'empty' }
    : { ...file, state: 'wrong', findings: findings.map(placed) }
}
