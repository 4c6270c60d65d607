import { profitOf } from '@evenhand/proofs/contracts/account.ts'
import { sidesOf } from '@evenhand/proofs/contracts/price.ts'
import { parity, quoteRate, rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import {
  acceptedState,
  recomputeRecord,
  type ContractState,
  type RecordFields,
} from '@evenhand/proofs/contracts/recompute-contract.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import type { TickRecord } from '@evenhand/proofs/settle.ts'
import type { BooksDeps, ReplayedContract } from './books.deps.ts'
import { lastTickBefore } from './last-tick.ts'

/** Margin and equity of an account at a time, smallest units of USDT; what cannot be known exactly lies between two bounds. */
export type AccountAt = {
  readonly margin: bigint
  readonly lowest: bigint
  readonly highest: bigint
}

export type Moment = {
  readonly accountId: bigint
  readonly mode: 'virtual' | 'real'
  /** Epoch milliseconds. */
  readonly at: number
  /** Prices from so long before it count, to so long after it; entries to so long after it. */
  readonly pricesBefore: number
  readonly pricesAfter: number
  readonly entriesAfter: number
  /** The instrument whose tick it is: others of its second may have been held before it or after. */
  readonly code?: string
}

/** Entries are written in the second after their tick, and under load a little later. */
const entriesBefore = 3_000
/** A position that opened or closed so near cannot be counted as in or out. */
const nearMs = 2_500
const aroundMs = 10_000

/** The account by the records of its contracts, the recorded ticks and its entries; undefined where something was just opening or closing. */
export async function accountAt(deps: BooksDeps, moment: Moment): Promise<AccountAt | undefined> {
  const { contracts, moneyAt } = deps
  if (contracts === undefined || moneyAt === undefined) return undefined
  const { accountId, mode, at } = moment
  const all = await contracts.ofAccount({ accountId, mode, from: at - aroundMs, to: at + aroundMs })
  const states = all.map((contract) => stateAt(contract, at))
  if (states.includes('near')) return undefined
  const before = await moneyAt({ accountId, mode, at: at - entriesBefore })
  const after = await moneyAt({ accountId, mode, at: at + moment.entriesAfter })
  const owed = await contracts.owedAt({ accountId, mode, at })
  const [low, high] = before.total < after.total ? [before.total, after.total] : [after.total, before.total]
  let [margin, floor, ceiling] = [0n, low - owed - before.heldBeside - after.heldBeside, high]
  for (const state of states) {
    if (state === 'near' || state === undefined) continue
    if (state.open === null) floor -= parseUnits(state.accepted['held'], 6) ?? 0n
    else {
      const profits = await profitsOf(deps, { state, moment })
      if (profits === undefined) return undefined
      margin += state.open.margin
      floor += profits.lowest
      ceiling += profits.highest
    }
  }
  return { margin, lowest: floor, highest: ceiling }
}

/** What a contract was at a time: undefined before its acceptance and after its end. */
function stateAt({ records }: ReplayedContract, at: number): ContractState | 'near' | undefined {
  const bodies = records.map(({ body }) => body as unknown as RecordFields)
  const [accepted, ...later] = bodies
  if (accepted === undefined || Number(accepted['at']) > at) return undefined
  let state = acceptedState(accepted)
  for (const record of later) {
    const { kind, tick, midnight } = record
    const ts = Number(midnight ?? (tick as { ts?: number } | null | undefined)?.ts ?? record['at'])
    // What closes after the moment is the close-out itself, or comes too late to count.
    const upto = kind === 'opened' ? at + nearMs : at
    if ((kind === 'opened' || kind === 'closed') && ts > at - nearMs && ts <= upto) return 'near'
    if (ts > at) break
    state = recomputeRecord(state, record).state
  }
  return state.ended ? undefined : state
}

type Profits = { readonly lowest: bigint; readonly highest: bigint }

/** Lowest and highest profit after financing of an open position at the ticks of a moment. */
async function profitsOf(
  deps: BooksDeps,
  { state, moment }: { state: ContractState; moment: Moment },
): Promise<Profits | undefined> {
  const { instrument, open } = state
  if (open === null) return undefined
  const source = rateSourceOf(instrument.quote)
  const other = { ...moment, pricesBefore: moment.pricesBefore + 1_000 }
  const prices = await ticksOf(deps, instrument.code, instrument.code === moment.code ? moment : other)
  const precision = source === null ? 0 : (deps.markets.instrument(source.code)?.precision ?? 0)
  const rates =
    source === null
      ? [parity]
      : (await ticksOf(deps, source.code, other)).map(({ price }) => quoteRate(source, { price, precision }))
  const holding = { ...open, precision: instrument.precision }
  const profits = prices.flatMap(({ price }) =>
    rates.map((rate) => profitOf(holding, sidesOf(instrument, price), rate) - open.financing),
  )
  const [first, ...others] = profits
  if (first === undefined) return undefined
  return others.reduce(
    ({ lowest, highest }, one) => ({ lowest: one < lowest ? one : lowest, highest: one > highest ? one : highest }),
    { lowest: first, highest: first },
  )
}

/** The ticks of an instrument that may have been the newest at a moment. */
async function ticksOf({ markets }: BooksDeps, code: string, moment: Moment): Promise<readonly TickRecord[]> {
  const { at, pricesBefore, pricesAfter } = moment
  const [ticks = []] = await markets.ticks([{ code, from: at - pricesBefore, to: at + pricesAfter }])
  const inTime = ticks.filter(({ late }) => !late)
  if (inTime.length > 0 && pricesBefore === 0) return inTime
  const before = await lastTickBefore(markets, { code, before: at - pricesBefore })
  return before === undefined ? inTime : [before, ...inTime]
}
