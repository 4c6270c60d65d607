import { profitOf } from '@evenhand/proofs/contracts/account.ts'
import { valuationsIn, type Valuation } from '@evenhand/proofs/contracts/close-out-order.ts'
import { sidesOf, type QuoteRate } from '@evenhand/proofs/contracts/price.ts'
import { parity, quoteRate, rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import {
  acceptedState,
  recomputeRecord,
  type ContractState,
  type RecordFields,
} from '@evenhand/proofs/contracts/recompute-contract.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps, ReplayedContract } from './books.deps.ts'
import { lastTickBefore } from './last-tick.ts'

/** What opened, closed or was charged so near to the decision may have been held before it or after. */
const nearMs = 2_500
const aroundMs = 10_000
/** The newest tick of a market that is closed is older by a long weekend. */
const oldestMs = 7 * dayMs

type Account = { readonly accountId: bigint; readonly mode: 'virtual' | 'real' }

/**
 * Holds the order of a close-out against the record: that all positions of the account are stated which were open then and no
 * others, each at the newest tick of its instrument, with the result that its own records and that tick come to. Which of them
 * is the first is computed again with the record itself.
 */
export async function judgeCloseOutOrder(
  deps: BooksDeps,
  account: Account,
  record: RecordFields,
): Promise<AuditFinding[]> {
  const valuations = valuationsIn(record['positions'])
  // A record without them is a finding of its own.
  if (valuations === undefined || deps.contracts === undefined) return []
  const at = Math.max(...valuations.map(({ ts }) => ts))
  const around = { from: at - aroundMs, to: Math.max(at, Number(record['at'])) + aroundMs }
  const all = await deps.contracts.ofAccount({ ...account, ...around })
  const findings: AuditFinding[] = []
  const stated = new Map(valuations.map((one) => [one.id, one]))
  for (const contract of all) {
    const states = statesAround(contract, at)
    const valuation = stated.get(contract.orderId)
    stated.delete(contract.orderId)
    const found = await valuationFindings(deps, { valuation, states, at })
    findings.push(...found.map((one) => ({ ...one, at: `closingOut.positions ${contract.orderId}` })))
  }
  for (const id of stated.keys())
    findings.push({ at: `closingOut.positions ${id}`, expected: 'no position', found: id })
  return findings
}

type Judged = { valuation: Valuation | undefined; states: readonly (ContractState | undefined)[]; at: number }

async function valuationFindings(
  deps: BooksDeps,
  { valuation, states, at }: Judged,
): Promise<Pick<AuditFinding, 'expected' | 'found'>[]> {
  const open = states.flatMap((state) => (state === undefined || state.open === null || state.ended ? [] : [state]))
  if (valuation === undefined) {
    // Not there at a moment in which it may have opened or closed.
    return open.length < states.length ? [] : [{ expected: 'an open position', found: 'nothing' }]
  }
  const after = Math.max(valuation.ts, at - oldestMs)
  const [ticks = []] = await deps.markets.ticks([{ code: codeOf(states), from: after, to: at }])
  const inTime = ticks.filter(({ late }) => !late)
  const tick = inTime.find(({ seq, ts }) => seq === valuation.seq && ts === valuation.ts)
  const isNewest = inTime.every(({ seq, ts }) => seq <= valuation.seq || ts >= at)
  if (tick === undefined || !isNewest)
    return [{ expected: 'its newest tick', found: `${valuation.seq}, ${valuation.ts}` }]
  const results: bigint[] = []
  for (const state of open)
    for (const rate of await ratesBetween(deps, { quote: state.instrument.quote, from: valuation.ts, to: at }))
      results.push(resultOf(state, { price: tick.price, rate }))
  const sorted = results.toSorted((a, b) => (a < b ? -1 : 1))
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  if (lowest === undefined || highest === undefined) return [{ expected: 'no position', found: valuation.id }]
  if (valuation.result >= lowest && valuation.result <= highest) return []
  const bounds = [formatUnits(lowest, 6), formatUnits(highest, 6)]
  return [{ expected: [...new Set(bounds)].join(' to '), found: formatUnits(valuation.result, 6) }]
}

const codeOf = (states: readonly (ContractState | undefined)[]): string =>
  states.find((state) => state !== undefined)?.instrument.code ?? ''

function resultOf(state: ContractState, { price, rate }: { price: bigint; rate: QuoteRate }): bigint {
  const { instrument, open } = state
  if (open === null) return 0n
  const holding = { ...open, precision: instrument.precision }
  return profitOf(holding, sidesOf(instrument, price), rate) - open.financing
}

/** What a contract may have been at a time: as it was a little before, and after each record that is near. */
function statesAround({ records }: ReplayedContract, at: number): (ContractState | undefined)[] {
  const bodies = records.map(({ body }) => body as unknown as RecordFields)
  let state: ContractState | undefined
  const near: (ContractState | undefined)[] = []
  for (const body of bodies) {
    const ts = timeOf(body)
    if (ts > at + nearMs) break
    if (ts > at - nearMs) near.push(state)
    state = state === undefined ? acceptedState(body) : recomputeRecord(state, body).state
  }
  return [...near, state]
}

/** When what a record states happened: at its tick or midnight, else when it was signed. */
const timeOf = ({ tick, midnight, at }: RecordFields): number =>
  Number(midnight ?? (tick as { ts?: number } | null | undefined)?.ts ?? at)

type Span = { quote: string; from: number; to: number }

/** The rates of a quote currency that a position may have been valued at, between its tick and the decision. */
async function ratesBetween({ markets }: BooksDeps, { quote, from, to }: Span): Promise<QuoteRate[]> {
  const source = rateSourceOf(quote)
  if (source === null) return [parity]
  const { code } = source
  const precision = markets.instrument(code)?.precision ?? 0
  const before = await lastTickBefore(markets, { code, before: from })
  const [ticks = []] = await markets.ticks([{ code, from, to }])
  const all = before === undefined ? ticks : [before, ...ticks]
  return all.filter(({ late }) => !late).map(({ price }) => quoteRate(source, { price, precision }))
}
