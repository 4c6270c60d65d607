import {
  collateralMaxLtv,
  collateralNoticeLtvs,
  collateralRearmPoints,
  collateralSaleLtv,
  collateralSoldToLtv,
  collateralSteps,
  type CollateralCoin,
} from '@evenhand/protocol/collateral-rules.ts'
import { assetScales, mulDiv } from '@evenhand/protocol/money.ts'
import { convert, type CoinPrice } from '../convert.ts'

/** Collateral at a price of its coin: what is left of it, smallest units. */
export type Collateral = { readonly coin: CollateralCoin; readonly amount: bigint; readonly price: CoinPrice }

const unit = (coin: CollateralCoin | 'USDT', { precision }: CoinPrice): bigint =>
  10n ** BigInt(assetScales[coin] + (coin === 'USDT' ? 0 : precision))

/** What collateral is worth, smallest units of USDT, rounded down. */
export const collateralValue = ({ coin, amount, price }: Collateral): bigint =>
  mulDiv(amount * price.price, unit('USDT', price), unit(coin, price), 'floor')

/** The smallest amount of a coin that secures what is owed at the share up to which a loan is taken, smallest units. */
export const neededCollateral = (owed: bigint, { coin, price }: Omit<Collateral, 'amount'>): bigint => {
  const value = mulDiv(owed, 100n, BigInt(collateralMaxLtv), 'ceil')
  return mulDiv(value, unit(coin, price), price.price * unit('USDT', price), 'ceil')
}

/** What may be taken back of collateral: all beyond what secures what is owed, smallest units. */
export function returnableCollateral(owed: bigint, collateral: Collateral): bigint {
  const needed = neededCollateral(owed, collateral)
  return collateral.amount > needed ? collateral.amount - needed : 0n
}

/** Whether what is owed is at least so many per cent of a value. Collateral without a value reaches every share. */
export const reachesLtv = (owed: bigint, value: bigint, percent: number): boolean =>
  owed > 0n && owed * 100n >= value * BigInt(percent)

/** Whether a loan of this amount may be taken against a value. */
export const isSecured = (owed: bigint, value: bigint): boolean => owed * 100n <= value * BigInt(collateralMaxLtv)

/** What is owed as a share of a value, hundredths of a per cent, rounded up; null without a value. */
export const ltvBps = (owed: bigint, value: bigint): bigint | null =>
  value === 0n ? (owed === 0n ? 0n : null) : mulDiv(owed, 10_000n, value, 'ceil')

/** The price of the coin from which on a part is sold, in units of the instrument, rounded down; null where nothing is left. */
export const salePrice = (owed: bigint, { coin, amount, price }: Collateral): bigint | null =>
  amount === 0n
    ? null
    : mulDiv(owed * 100n, unit(coin, price), BigInt(collateralSaleLtv) * amount * unit('USDT', price), 'floor')

/**
 * The highest threshold that a customer has been notified of, 0 for none, after a check of what is owed and a value; `before`
 * is what it was. A threshold is forgotten when the share is some points below it, so that it can be reached again.
 */
export function notifiedLtv(before: number, owed: bigint, value: bigint): number {
  const held = (threshold: number): boolean =>
    reachesLtv(owed, value, threshold) ||
    (threshold <= before && reachesLtv(owed, value, threshold - collateralRearmPoints))
  return collateralNoticeLtvs.findLast((threshold) => held(threshold)) ?? 0
}

/** Why collateral is sold: the share is reached, or the loan would be written off. */
export type SaleCause = 'LTV' | 'END'
export type Selling = Collateral & {
  /** What is owed, smallest units of USDT, and all that was pledged of the coin, which the steps are measured by. */
  readonly owed: bigint
  readonly pledged: bigint
  readonly cause: SaleCause
}
/** Steps and amount of the coin, the fee in it, what is received for it, and what of that repays, smallest units. */
export type Sale = { steps: number; amount: bigint; fee: bigint; received: bigint; paid: bigint }

/**
 * What is sold: as few steps of 5 % of all that was pledged as bring the share below 80 %, or repay everything at the end;
 * where no number of steps does, everything that is left. Undefined where nothing is to be sold.
 */
export function collateralSale({ owed, pledged, cause, ...collateral }: Selling): Sale | undefined {
  const { coin, amount: left, price } = collateral
  if (owed <= 0n || left === 0n) return undefined
  if (cause === 'LTV' && !reachesLtv(owed, collateralValue(collateral), collateralSaleLtv)) return undefined
  const step = mulDiv(pledged, 1n, BigInt(collateralSteps), 'ceil')
  for (let steps = 1; ; steps += 1) {
    const wanted = step * BigInt(steps)
    const amount = wanted < left ? wanted : left
    const { fee, received } = convert({ from: coin, to: 'USDT', amount, prices: { [coin]: price } })
    const paid = received < owed ? received : owed
    const after = collateralValue({ coin, amount: left - amount, price })
    const isEnough =
      paid === owed || (cause === 'LTV' && amount < left && !reachesLtv(owed - paid, after, collateralSoldToLtv))
    if (isEnough || amount === left) return received === 0n ? undefined : { steps, amount, fee, received, paid }
  }
}
