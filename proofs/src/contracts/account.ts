import { mulDiv } from '@evenhand/protocol/money.ts'
import { unitScale } from './classes.ts'
import { closingPrice, gainedPrice, worthOf, type QuoteRate, type Side, type Sides } from './price.ts'

/** An open position as equity counts it. `units` hundred-millionths, `open` a price, the rest smallest units of USDT. */
export type Holding = {
  readonly side: Side
  readonly units: bigint
  readonly open: bigint
  readonly precision: number
  readonly margin: bigint
  /** Financing charged at past midnights and paid at closing. */
  readonly financing: bigint
}
export type Marked = { readonly holding: Holding; readonly sides: Sides; readonly rate: QuoteRate }

/** (bid − open) · units · q of a long one, (open − ask) · units · q of a short one: profit down, loss up. */
export const profitOf = (holding: Holding, sides: Sides, rate: QuoteRate): bigint =>
  worthOf(
    {
      units: holding.units,
      price: gainedPrice(holding.side, holding.open, closingPrice(holding.side, sides)),
      precision: holding.precision,
      rate,
    },
    'floor',
  )

/** All in smallest units of USDT; `level` in millionths, rounded down, null without a position. */
export type AccountState = {
  readonly profit: bigint
  readonly margin: bigint
  readonly equity: bigint
  /** What a new position or a withdrawal may take: money that is there and that open losses do not need. */
  readonly free: bigint
  readonly level: bigint | null
}

/**
 * The state of an account: equity = cash + held + Σ uPnL − financing; level = equity ÷ Σ margin. `cash` is the balance that
 * contracts may use with all margin still in it, `held` what orders that wait for their tick have set aside: the account's
 * money, which pays for nothing else. Profit that is not realised lifts equity and level and pays for nothing either.
 */
export function accountState(cash: bigint, positions: readonly Marked[], held = 0n): AccountState {
  let [profit, margin, financing] = [0n, 0n, 0n]
  for (const { holding, sides, rate } of positions) {
    profit += profitOf(holding, sides, rate)
    margin += holding.margin
    financing += holding.financing
  }
  const unheld = cash + profit - financing
  const equity = unheld + held
  return { profit, margin, equity, free: freeOf(cash, margin, unheld), level: levelOf(equity, margin) }
}

/** The lower of cash and equity, without the margin in use, and not below zero. */
export function freeOf(cash: bigint, margin: bigint, equity: bigint): bigint {
  const free = (equity < cash ? equity : cash) - margin
  return free > 0n ? free : 0n
}

/** equity ÷ margin in millionths, rounded down; null without margin. */
export const levelOf = (equity: bigint, margin: bigint): bigint | null =>
  margin === 0n ? null : mulDiv(equity, 1_000_000n, margin, 'floor')

/** Whether the level is at or below a bound in percent, compared exactly. */
export const isLevelWithin = (percent: bigint, equity: bigint, margin: bigint): boolean =>
  margin > 0n && equity * 100n <= margin * percent

export const warningPercents = [100n, 75n] as const
/** By how many points a level is above a bound before it warns of it again: one that swings around it warns once. */
export const warnedAgainPoints = 5n
export const closeOutPercent = 50n

/**
 * The close-out price of one position, the others constant: the bid (long) or ask (short) nearest to now at which
 * `isLevelWithin(50)` holds, exact to the last unit of the price under the rounding of `profitOf`. Null where no positive
 * price does it. Source: P = P_now ∓ (E − 0.5·M) ÷ (units · q).
 */
export function closeOutPrice(marked: Marked, account: Pick<AccountState, 'equity' | 'margin'>): bigint | null {
  const { holding, sides, rate } = marked
  const others = account.equity - profitOf(holding, sides, rate)
  // The profit at which equity reaches half the margin; whatever is below the next unit rounds down to it.
  const bound = mulDiv(account.margin, closeOutPercent, 100n, 'floor') - others + 1n
  const divisor = rate.denominator * 10n ** BigInt(unitScale + holding.precision - 6)
  const gained = mulDiv(bound, divisor, holding.units * rate.numerator, 'ceil') - 1n
  const price = holding.side === 'BUY' ? holding.open + gained : holding.open - gained
  return price > 0n ? price : null
}
