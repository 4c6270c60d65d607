import { parseUnits } from '@evenhand/protocol/money.ts'
import type { Canonical } from '../../canonical.ts'
import type { Finding } from '../../findings.ts'
import type { PublicKeys } from '../../public-keys.ts'
import type { SealedSegment } from '../../receipt.ts'
import type { TickRecord } from '../../settle.ts'
import { recordLeads, verifySealedHead, verifySegment } from '../../verify-seals.ts'
import type { ContractInstrument } from '../classes.ts'
import { rateSourceOf } from '../quote-rate.ts'
import type { RecordFields } from '../recompute-contract.ts'
import type { SignedRecord } from '../verify-contract.ts'
import type { ContractDocument, ContractSeals } from './contract-document.ts'
import { missedTicks, tickRun } from './held-ticks.ts'
import { ratesAt } from './rate-ticks.ts'

/** What is wrong, and what the document cannot show. */
export type SealFindings = { readonly findings: readonly Finding[]; readonly notes: readonly Finding[] }

/**
 * That every record of a document stands in the log under a signed head, that the ticks and rates it names are those of
 * the sealed minutes, and that no sealed tick was passed over which had to fill, trigger or close something.
 */
export function verifyContractSeals(
  { records }: Pick<ContractDocument, 'records'>,
  params: { seals: ContractSeals; instrument: ContractInstrument; keys: PublicKeys },
): SealFindings {
  const { seals, instrument, keys } = params
  const { head, batches } = seals
  const findings = [...verifySealedHead(head, 'seals.head', keys)]
  if (head.origin !== records[0]?.origin) findings.push({ is: 'seal', at: 'seals.head.origin' })
  records.forEach(({ proof }, index) => {
    const batch = batches[index]
    const leads = batch?.type === 'contracts' && recordLeads(batch, { payload: proof.root, head, crypto: keys.crypto })
    if (!leads) findings.push({ is: 'seal', at: `seals.batches[${index}]` })
  })
  if (batches.length > records.length) findings.push({ is: 'added', at: `seals.batches[${records.length}]` })
  seals.ticks.forEach((segment, index) => {
    findings.push(...verifySegment(segment, { at: `seals.ticks[${index}]`, head, crypto: keys.crypto }))
  })
  const isOf = (segment: SealedSegment): boolean =>
    segment.code === instrument.code && segment.precision === instrument.precision
  const own = ticksOf(seals.ticks.filter(isOf))
  const checks = [
    ...namedTicks(records, { ticks: own, precision: instrument.precision }),
    ...rates(records, { seals, instrument }),
    ...missed(records, { instrument, ticks: own }),
  ]
  return {
    findings: [...findings, ...checks.filter(({ isNote }) => !isNote).map(({ finding }) => finding)],
    notes: checks.filter(({ isNote }) => isNote).map(({ finding }) => finding),
  }
}

type Checked = { readonly finding: Finding; readonly isNote: boolean }

const ticksOf = (segments: readonly SealedSegment[]): TickRecord[] =>
  segments
    .flatMap(({ precision, ticks }) =>
      ticks.map(([seq, ts, price, late, feedKind]) => ({
        seq,
        ts,
        price: parseUnits(price, precision) ?? -1n,
        late,
        feedKind,
      })),
    )
    .toSorted((a, b) => a.seq - b.seq)

type NamedTick = { readonly seq: number; readonly ts: number; readonly price: string }
const tickIn = (value: Canonical | undefined): NamedTick | null => (value ?? null) as NamedTick | null

/** Ticks that records name against the sealed ones, and that those before them which a call had to wait through are there. */
function namedTicks(
  records: readonly SignedRecord[],
  { ticks, precision }: { ticks: readonly TickRecord[]; precision: number },
): Checked[] {
  const sealed = new Map(ticks.map((tick) => [tick.seq, tick]))
  return records.flatMap((record, index): Checked[] => {
    const tick = tickIn(record['tick'])
    if (tick === null) return []
    const at = `records[${index}].tick`
    const known = sealed.get(tick.seq)
    if (known === undefined) return [{ finding: { is: 'unsealed', at }, isNote: true }]
    if (known.ts !== tick.ts || known.price !== parseUnits(tick.price, precision))
      return [{ finding: { is: 'changed', at, found: `${tick.seq} ${tick.ts} ${tick.price}` }, isNote: false }]
    const gap = firstGap(seenBefore(records, record), tick.seq, sealed)
    return gap === undefined ? [] : [{ finding: { is: 'gap', at, expected: String(gap) }, isNote: true }]
  })
}

/** The newest tick that was known when the tick of a record began to be waited for; undefined where it may be any later one. */
function seenBefore([accepted]: readonly SignedRecord[], record: SignedRecord): number | undefined {
  if (record.kind === 'opened' && accepted?.['orderType'] === 'MARKET') return Number(accepted['seenSeq'])
  return record.kind === 'closed' && record['reason'] === 'USER' ? Number(record['seenSeq']) : undefined
}

function firstGap(after: number | undefined, seq: number, sealed: ReadonlyMap<number, unknown>): number | undefined {
  for (let next = (after ?? seq) + 1; next < seq; next += 1) if (!sealed.has(next)) return next
  return undefined
}

/** The rates of records against the sealed ticks of the pair they come from. */
function rates(
  records: readonly SignedRecord[],
  { seals, instrument }: { seals: ContractSeals; instrument: ContractInstrument },
): Checked[] {
  const source = rateSourceOf(instrument.quote)
  const segments = seals.ticks.filter(({ code }) => code === source?.code)
  const precision = segments[0]?.precision ?? 0
  const ticks = ticksOf(segments)
  return records.flatMap((record, index): Checked[] => {
    const rate = record['rate']
    const ts = record.kind === 'financed' ? Number(record['midnight']) : tickIn(record['tick'])?.ts
    if (typeof rate !== 'string' || ts === undefined || record['reason'] === 'EXPIRY') return []
    const at = `records[${index}].rate`
    const may = source === null ? ['1/1'] : ratesAt({ source, precision, ticks }, ts)
    const [expected] = may
    if (expected === undefined) return [{ finding: { is: 'unsealed', at }, isNote: true }]
    return may.includes(rate) ? [] : [{ finding: { is: 'recomputed', at, expected, found: rate }, isNote: false }]
  })
}

function missed(
  records: readonly SignedRecord[],
  { instrument, ticks }: { instrument: ContractInstrument; ticks: readonly TickRecord[] },
): Checked[] {
  if (ticks.length === 0) return []
  return missedTicks(records as readonly RecordFields[], { instrument, run: tickRun(instrument, ticks) }).map(
    ({ seq, isLate }) => ({ finding: { is: 'leftOut', at: `#${seq}` }, isNote: isLate }),
  )
}
