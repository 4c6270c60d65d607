import { setImmediate } from 'node:timers/promises'
import type { ContractInstrument } from '@evenhand/proofs/contracts/classes.ts'
import { tickRun, type TickRun } from '@evenhand/proofs/contracts/document/held-ticks.ts'
import type { PairTicks } from '@evenhand/proofs/contracts/document/rate-ticks.ts'
import { acceptedState, type RecordFields } from '@evenhand/proofs/contracts/recompute-contract.ts'
import { rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import { termsOf } from '@evenhand/proofs/contracts/terms.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { merkleRoot } from '@evenhand/proofs/merkle.ts'
import { batchMessage } from '@evenhand/proofs/receipt-batch.ts'
import type { TickRecord } from '@evenhand/proofs/settle.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksContracts, BooksDeps, ReplayedContract } from './books.deps.ts'
import { closeOutDoubts } from './contract-close-outs.ts'
import { judgeCloseOutOrder } from './judge-close-out-order.ts'
import { judgeCloseOut } from './judge-close-outs.ts'
import { lastTickBefore } from './last-tick.ts'
import { replayContract, type Recorded } from './replay-contract.ts'

const contractsAtOnce = 500
const batchesAtOnce = 200
/** So much of the record of one instrument is read at once. */
const stepMs = hourMs
/** More findings than are kept: what is wrong then is wrong everywhere. */
const enoughFindings = 1_000
/** A span begins so much earlier, for what was held later than it should have been. */
const overlapMs = 5 * 60_000

type Span = { readonly from: number; readonly to: number }
type Found = { compared: number; findings: AuditFinding[] }

/**
 * Holds the recorded ticks of a span against every contract that was open or waited in it: each figure of its records
 * computed again from the ticks as they are recorded, every tick that had to fill, trigger, charge or close something and
 * did not, and its rows and entries against its records. Reads one instrument, an hour and a page of contracts at once.
 * What lies before `oldest`, the first tick that is still kept, is left out.
 */
export async function replayContracts(deps: BooksDeps, span: Span & { oldest: number }): Promise<Found> {
  const { contracts } = deps
  const found: Found = { compared: 0, findings: [] }
  if (contracts === undefined) return found
  const from = Math.max(span.from - overlapMs, span.oldest)
  if (from >= span.to) return found
  found.findings.push(...(await checkBatches(deps, contracts, { from, to: span.to })))
  for (const id of await contracts.withoutRow({ from, to: span.to }))
    found.findings.push({ at: `contract ${id}`, found: 'in no table' })
  for (let begin = from; begin < span.to; begin += stepMs) {
    const step = { from: begin, to: Math.min(begin + stepMs, span.to) }
    for (const instrument of await contracts.instrumentsIn(step)) {
      if (found.findings.length >= enoughFindings) return found
      await replayInstrument(deps, { contracts, instrument, step, found })
    }
  }
  return found
}

/** That every batch of a span is signed by a key of this installation over the hashes that are kept of it. */
async function checkBatches({ signing }: BooksDeps, contracts: BooksContracts, span: Span): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (let after = 0n; ;) {
    const batches = await contracts.batchesSigned({ ...span, after, limit: batchesAtOnce })
    for (const { seq, batch, keyId, root, signature, leaves } of batches) {
      const publicKey = signing.publicKeyOf(keyId)
      const message = batchMessage({ batch, size: leaves.length, root })
      const ours = publicKey !== undefined && nodeCrypto.verify({ publicKey, message, signature })
      if (!ours || merkleRoot(leaves, nodeCrypto) !== root)
        findings.push({ at: `batch of records of contracts ${seq}`, found: ours ? 'leaves' : 'signature' })
    }
    const last = batches.at(-1)
    if (last === undefined) return findings
    after = last.seq
    await setImmediate()
  }
}

type Step = { contracts: BooksContracts; instrument: ContractInstrument; step: Span; found: Found }

async function replayInstrument(deps: BooksDeps, { contracts, instrument, step, found }: Step): Promise<void> {
  const { code } = instrument
  const [ticks = []] = await deps.markets.ticks([{ code, from: step.from, to: step.to - 1 }])
  const before = await lastTickBefore(deps.markets, { code, before: step.from })
  const recorded: Recorded = {
    instrument,
    ...step,
    ticks,
    runUnder: runsOf(ticks),
    before,
    pair: await pairTicks(deps, instrument, step),
  }
  for (let after: { accountId: bigint; orderId: string } | null = null; ;) {
    const page = await contracts.replayed({ ...step, code, after, limit: contractsAtOnce })
    for (const [index, contract] of page.entries()) {
      if (index % 50 === 0) await setImmediate()
      found.findings.push(...replayContract(contract, recorded), ...(await closeOuts(deps, contract, recorded)))
    }
    found.compared += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < contractsAtOnce) return
    after = last
  }
}

/** The close-outs of a contract whose records can be read, held against its account. */
async function closeOuts(deps: BooksDeps, contract: ReplayedContract, recorded: Recorded): Promise<AuditFinding[]> {
  const bodies = contract.records.map(({ body }) => body as unknown as RecordFields)
  const [accepted] = bodies
  if (deps.moneyAt === undefined || accepted?.['kind'] !== 'accepted') return []
  const { instrument } = acceptedState(accepted)
  const doubts = closeOutDoubts(bodies, {
    precision: instrument.precision,
    run: recorded.runUnder(instrument),
  })
  const findings: AuditFinding[] = []
  for (const doubt of doubts) findings.push(...(await judgeCloseOut(deps, contract, doubt)))
  const account = { accountId: contract.accountId, mode: accepted['mode'] === 'real' ? 'real' : 'virtual' } as const
  for (const record of bodies.filter(({ kind, at }) => kind === 'closingOut' && isWithin(recorded, Number(at))))
    for (const found of await judgeCloseOutOrder(deps, account, record))
      findings.push({ ...found, at: `contract ${contract.orderId} ${found.at}` })
  return findings
}

const isWithin = ({ from, to }: Span, at: number): boolean => at >= from && at < to

/** Both sides of the ticks under the terms of a contract, computed once for all contracts under the same. */
function runsOf(ticks: readonly TickRecord[]): Recorded['runUnder'] {
  const runs = new Map<string, TickRun>()
  return (instrument) => {
    const [key, value] = Object.entries(termsOf(instrument).halfSpread)[0] ?? []
    const spread = `${key} ${value}`
    const run = runs.get(spread) ?? tickRun(instrument, ticks)
    runs.set(spread, run)
    return run
  }
}

/** The ticks that convert the quote currency in a step, with the last one before; undefined for the dollar. */
async function pairTicks(
  { markets }: BooksDeps,
  { quote }: ContractInstrument,
  step: Span,
): Promise<PairTicks | undefined> {
  const source = rateSourceOf(quote)
  if (source === null) return undefined
  const { code } = source
  const before = await lastTickBefore(markets, { code, before: step.from })
  const [ticks = []] = await markets.ticks([{ code, from: step.from, to: step.to }])
  const precision = markets.instrument(code)?.precision ?? 0
  return { source, precision, ticks: before === undefined ? ticks : [before, ...ticks] }
}
