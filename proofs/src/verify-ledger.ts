import type { Hex } from './crypto.ts'
import type { Finding, LedgerFinding } from './findings.ts'
import { recordHash, type SignedHead } from './head.ts'
import { entryHash, entryRunPayload, type LedgerEntry } from './ledger-entry.ts'
import { merkleRoot, rootOfPath } from './merkle.ts'
import type { PublicKeys } from './public-keys.ts'
import { headShape, recordShape } from './receipt-shape.ts'
import type { SealedRecord, Seals } from './receipt.ts'
import { compareShape, type Shape } from './shape.ts'
import { plainOf, readWritten, type Written } from './strict-json.ts'
import type { HeadsVerdict } from './verify-heads.ts'
import { verifySealedHead } from './verify-seals.ts'

/** A run of entries with its record in the log. `sealed` are number and leaf of each entry, as they were when it was sealed. */
export type SealedRun = {
  readonly after: number
  readonly upto: number
  readonly entries: readonly LedgerEntry[]
  readonly sealed: readonly (readonly [seq: number, leaf: Hex])[]
  readonly record: SealedRecord
}
/** One line of an export: runs, rising, and the head that their paths lead to. `next` is what to request as `after`. */
export type SealedEntries = {
  readonly runs: readonly SealedRun[]
  readonly head: Seals['head'] | null
  readonly next: number | null
}

/** What came of checking an export; `entries` is how many were proved. */
export type LedgerVerdict = {
  readonly ok: boolean
  readonly findings: readonly LedgerFinding[]
  readonly entries: number
}

const any: Shape = { text: /^[^]*$/ }
const hash: Shape = { text: /^[0-9a-f]{64}$/ }
const entryShape: Shape = {
  fields: [
    ['seq', 'whole'],
    ['at', 'whole'],
    ['kind', any],
    ['ref', any],
    ['owner', { nullable: any }],
    ['lines', { list: { row: [any, any, { text: /^-?(0|[1-9][0-9]{0,18})$/ }] } }],
  ],
}
const shape: Shape = {
  fields: [
    [
      'runs',
      {
        list: {
          fields: [
            ['after', 'whole'],
            ['upto', 'whole'],
            ['entries', { list: entryShape }],
            ['sealed', { list: { row: ['whole', hash] } }],
            ['record', recordShape],
          ],
        },
      },
    ],
    ['head', { nullable: headShape }],
    ['next', { nullable: 'whole' }],
  ],
}

/** A verdict stops to name what differs after so many: one change can lead to thousands. */
const maxFindings = 100

type Books = { upto: number; entries: number; balances: Map<string, bigint> }

/** Sums of an entry's lines, and what its customers have after it: never below nothing, whatever came before. */
function addUp(entry: LedgerEntry, { balances }: Books): LedgerFinding[] {
  const sums = new Map<string, bigint>()
  const touched = new Set<string>()
  for (const [account, asset, amount] of entry.lines) {
    sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(amount))
    if (!account.startsWith('user:')) continue
    const balance = `${account} ${asset}`
    balances.set(balance, (balances.get(balance) ?? 0n) + BigInt(amount))
    touched.add(balance)
  }
  const uneven = [...sums].flatMap(([asset, sum]): LedgerFinding[] =>
    sum === 0n
      ? []
      : [{ is: 'unbalanced', at: `entry ${entry.seq}`, expected: `${asset} 0`, found: `${asset} ${sum}` }],
  )
  const below = [...touched].flatMap((balance): LedgerFinding[] => {
    const found = balances.get(balance) ?? 0n
    return found >= 0n ? [] : [{ is: 'overdrawn', at: `entry ${entry.seq}: ${balance}`, found: String(found) }]
  })
  return [...uneven, ...below]
}

/** Which entries are not as they were sealed: changed, added, or left out. */
function compareSealed({ entries, sealed }: SealedRun, leaves: readonly Hex[]): Finding[] {
  const expected = new Map(sealed)
  const findings = entries.flatMap(({ seq }, index): Finding[] => {
    const leaf = expected.get(seq)
    expected.delete(seq)
    if (leaf === undefined) return [{ is: 'added', at: `entry ${seq}` }]
    return leaf === leaves[index]
      ? []
      : [{ is: 'changed', at: `entry ${seq}`, expected: leaf, found: leaves[index] ?? '' }]
  })
  return [...findings, ...[...expected.keys()].map((seq): Finding => ({ is: 'missing', at: `entry ${seq}` }))]
}

function verifyRun(run: SealedRun, head: Seals['head'], params: { books: Books; keys: PublicKeys }): LedgerFinding[] {
  const { after, upto, entries, sealed, record } = run
  const { books, keys } = params
  const { crypto } = keys
  const range = `entries ${after + 1} to ${upto}`
  const leaves = entries.map((entry) => entryHash(entry, crypto))
  const findings: LedgerFinding[] = []
  if (after !== books.upto) findings.push({ is: 'missing', at: `entries ${books.upto + 1} to ${after}` })
  const rising =
    entries.every(({ seq }, index) => seq > (entries[index - 1]?.seq ?? after)) && entries.at(-1)?.seq === upto
  if (!rising) findings.push({ is: 'malformed', at: range })
  const leads = (root: Hex, size: number): boolean => {
    const leaf = recordHash({ ...record, payload: entryRunPayload({ after, upto, size, root }, crypto) }, crypto)
    return (
      record.type === 'entries' &&
      rootOfPath({ leaf, index: record.seq, size: head.size, path: record.path }, crypto) === head.root
    )
  }
  if (!leads(merkleRoot(leaves, crypto), leaves.length)) {
    const kept = sealed.map(([, leaf]) => leaf)
    const named = leads(merkleRoot(kept, crypto), kept.length) ? compareSealed(run, leaves) : []
    findings.push(...(named.length > 0 ? named : [{ is: 'seal' as const, at: range }]))
  }
  books.upto = upto
  books.entries += entries.length
  for (const entry of entries) findings.push(...addUp(entry, books))
  return findings
}

function verifyHead(
  head: SealedEntries['head'],
  at: string,
  params: { heads: readonly SignedHead[]; keys: PublicKeys },
): Finding[] {
  if (head === null) return [{ is: 'missing', at }]
  const findings = verifySealedHead(head, at, params.keys)
  const known = params.heads.find(({ size }) => size === head.size)
  if (known === undefined) findings.push({ is: 'seal', at })
  else if (known.root !== head.root) findings.push({ is: 'fork', at, expected: known.root, found: head.root })
  return findings
}

const inResponse = (written: Written): Written =>
  (written.kind === 'object' ? written.fields.find(({ name }) => name === 'result')?.value : undefined) ?? written

type Kept = { readonly kept: Pick<HeadsVerdict, 'findings' | 'heads'>; readonly keys: PublicKeys }
/** A check under way, for exports larger than memory: the lines are added one after another. */
export type LedgerCheck = { readonly add: (line: string) => void; readonly verdict: () => LedgerVerdict }

/**
 * Checks an export of the ledger against `kept`, what `verifyHeads` found in heads that were kept outside the database: every
 * entry leads to its record, every record to a head that is among the kept ones, no run is missing from the first to the last,
 * the lines of every entry sum to zero in each asset, and no customer was ever below zero. One page a line, so that memory
 * holds one page and the balances.
 */
export function startLedgerCheck({ kept, keys }: Kept): LedgerCheck {
  const findings: LedgerFinding[] = [...kept.findings]
  const books: Books = { upto: 0, entries: 0, balances: new Map() }
  let line = 0
  const addPage = (item: Written): void => {
    const form = compareShape(item, shape, `line ${line}`)
    findings.push(...form)
    if (form.length > 0) return
    const { runs, head } = plainOf(item) as SealedEntries
    if (runs.length === 0) return
    findings.push(...verifyHead(head, `line ${line}.head`, { heads: kept.heads, keys }))
    if (head !== null) for (const run of runs) findings.push(...verifyRun(run, head, { books, keys }))
  }
  return {
    add(text) {
      line += 1
      if (text.trim() === '' || findings.length >= maxFindings) return
      let written: Written
      try {
        written = inResponse(readWritten(text))
      } catch (cause) {
        findings.push({ is: 'notJson', at: `line ${line}: ${cause instanceof Error ? cause.message : ''}` })
        return
      }
      for (const item of written.kind === 'list' ? written.items.map(inResponse) : [written]) addPage(item)
    },
    verdict: () => ({
      ok: findings.length === 0 && books.entries > 0,
      findings: findings.slice(0, maxFindings),
      entries: books.entries,
    }),
  }
}

/** The same of all lines at once. */
export function verifyLedger(lines: Iterable<string>, params: Kept): LedgerVerdict {
  const check = startLedgerCheck(params)
  for (const line of lines) check.add(line)
  return check.verdict()
}
