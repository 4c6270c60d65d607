import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, mulDiv, type AccountMode } from '@evenhand/protocol/money.ts'
import { refuse } from '../../kernel/http/refusal.ts'

/** Terms of one limit time. Amounts in units of 10^-6 USDT, the rate in millionths. */
export type Product = {
  readonly limitTime: number
  readonly min: bigint
  readonly max: bigint
  readonly payoutPpm: bigint
  readonly earlySale: boolean
}

const whole = 1_000_000n
const product = (limitTime: number, min: bigint, max: bigint): Product => ({
  limitTime,
  min: min * whole,
  max: max * whole,
  payoutPpm: 940_000n,
  earlySale: limitTime >= 120,
})

/** The table both accounts trade by, version 1. One flat rate: a higher one for longer or larger would only be bait. */
export const products: readonly Product[] = [
  product(60, 5n, 200n),
  product(120, 5n, 300n),
  product(180, 5n, 300n),
  product(300, 5n, 500n),
  product(600, 10n, 500n),
  product(900, 10n, 1000n),
  product(1800, 10n, 1000n),
  product(3600, 20n, 2000n),
  product(14_400, 20n, 2000n),
  product(86_400, 20n, 2000n),
]
export const paramsVersion = 1

/** Stakes go in steps of 0.01 USDT. */
export const stakeStep = 10_000n
/** What must remain of the session beyond the limit time. */
export const sessionRestMs = 300_000
/** The calls under which idempotency keys of orders are kept. */
export const keyRoutes = { buy: 'buyOptions', sell: 'sellOptions' } as const
/** Between two orders of a customer on one instrument. */
export const cooldownMs = 5_000

/** The terms of a limit time in a table; refuses 10017 one that is not in it. Every version has the same limit times. */
export function productOf(limitTime: number, table: readonly Product[] = products): Product {
  const found = table.find((one) => one.limitTime === limitTime)
  if (found === undefined) throw refuse('termUnknown', { terms: table.map((one) => one.limitTime) })
  return found
}

/**
 * The terms that an instrument's grain leaves: those longer than `termFloor` seconds. Over shorter ones a price that moves in
 * large steps comes back more often than it goes on, and a bet on that wins.
 */
export const offeredOf = (table: readonly Product[], termFloor: number): readonly Product[] =>
  table.filter(({ limitTime }) => limitTime > termFloor)

/** Refuses a stake below the minimum (30002), above the maximum or off the step (10016). */
export function checkStake(one: Product, stake: bigint): void {
  const text = (units: bigint): string => formatUnits(units, 6, 2)
  if (stake < one.min) throw refuse('belowMinimumPurchase', { min: text(one.min) })
  if (stake > one.max || stake % stakeStep !== 0n) {
    throw refuse('amountWrong', { min: text(one.min), max: text(one.max), step: text(stakeStep) })
  }
}

export type FeedParams = {
  kind: FeedKind
  mode: AccountMode
  installation: 'sandbox' | 'live'
  /** The price is of the one exchange it is traded on, from a provider licensed for it. */
  licensed: boolean
}

/**
 * Whether options can be bought on a feed. A delayed price trades nowhere: who knows the present one would win against
 * it. Otherwise a sandbox and every virtual account trade on any kind; real options of a live installation need `live`,
 * or `single` from a provider licensed for the exchange.
 */
export const feedQualifies = ({ kind, mode, installation, licensed }: FeedParams): boolean => {
  if (kind === 'delayed') return false
  if (installation === 'sandbox' || mode === 'virtual') return true
  return kind === 'live' || (kind === 'single' && licensed)
}

/** Refuses 40007 a feed that does not qualify, naming the lowest kind that does. */
export function checkFeed(params: FeedParams): void {
  const needed = params.installation === 'live' && params.mode === 'real' ? 'live' : 'single'
  if (!feedQualifies(params)) throw refuse('feedKindTooLow', { feedKind: params.kind, needed })
}

/** Stake × (rate − 1) ÷ 2: what an at-the-money option returns on average. Negative while the rate is below 1. */
export const expectedReturnOf = (stake: bigint, payoutPpm: bigint): bigint =>
  mulDiv(stake, payoutPpm - whole, 2n * whole, 'half-even')

/** 1 ÷ (1 + rate) in per cent with two decimals: how often one has to be right to break even. */
export const breakEvenText = (payoutPpm: bigint): string =>
  formatUnits(mulDiv(10_000n, whole, whole + payoutPpm, 'half-even'), 2)

/** A rate as the wire shows it: parts per million as a decimal of at least two digits. */
export const rateText = (ppm: bigint): string => formatUnits(ppm, 6, 2)
/** An amount of USDT as the wire shows it, from millionths. */
export const usdtText = (units: bigint): string => formatUnits(units, 6)
