import {
  collateralValue,
  isSecured,
  ltvBps,
  neededCollateral,
  reachesLtv,
  type Collateral,
} from '@evenhand/proofs/loans/collateral.ts'
import { collateralNoticeLtvs, minCollateral, type CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import { assetScales, formatUnits, moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import { refuse } from '../../kernel/http/refusal.ts'

/** A recorded tick of a coin in USDT: `price` in units of its instrument, which has `precision` decimals. */
export type PricedTick = { code: string; seq: number; ts: number; price: bigint; precision: number }

/** Prices of coins from the record. */
export type CollateralPrices = {
  /** The newest tick, if it is of now and of enough sources to decide anything. */
  newest: (coin: CollateralCoin) => PricedTick | undefined
  /** A tick of the record, if it may decide anything. */
  recorded: (tick: { coin: CollateralCoin; seq: number; ts: number }) => Promise<PricedTick | undefined>
}

/** What is pledged with an application, smallest units, and the tick that it is priced at. */
export type Pledged = { coin: CollateralCoin; amount: bigint; tick: PricedTick }

export const coinText = (coin: CollateralCoin, units: bigint): string => moneyText({ asset: coin, units })
export const tickText = ({ price, precision }: PricedTick): string => formatUnits(price, precision)
/** Hundredths of a per cent as per cent. */
export const percentText = (bps: bigint): string => formatUnits(bps, 2)

export const pricedAt = ({ coin, amount, tick }: Pledged): Collateral => ({ coin, amount, price: tick })

/** A tick as it is kept and returned. */
export const wireTick = (tick: PricedTick) => ({ code: tick.code, seq: tick.seq, ts: tick.ts, price: tickText(tick) })

/** An amount of a coin as it was typed; refuses 10016 what is malformed or too little, with the range. */
export function coinUnits(coin: CollateralCoin, text: string, needed = 0n): bigint {
  const units = parseUnits(text, assetScales[coin])
  const min = needed > minCollateral[coin] ? needed : minCollateral[coin]
  if (units === undefined || units < min)
    throw refuse('amountWrong', { min: coinText(coin, min), step: coinText(coin, 1n) })
  return units
}

/** Refuses 10016 collateral of which the amount is more than half its value, with what is needed. */
export function mustSecure(amount: bigint, pledged: Pledged): void {
  const collateral = pricedAt(pledged)
  if (!isSecured(amount, collateralValue(collateral))) coinUnits(pledged.coin, '', neededCollateral(amount, collateral))
}

/** Refuses 40006 a loan that would begin where its customer had to be warned: the price has fallen since it was signed. */
export function mustStandNow(amount: bigint, now: Collateral): void {
  if (reachesLtv(amount, collateralValue(now), collateralNoticeLtvs[0])) throw refuse('quoteChanged', {})
}

/** What an agreement states about its collateral. */
export function pricedView(amount: bigint, pledged: Pledged) {
  const value = collateralValue(pricedAt(pledged))
  return {
    coin: pledged.coin,
    amount: coinText(pledged.coin, pledged.amount),
    tick: wireTick(pledged.tick),
    value: moneyText({ asset: 'USDT', units: value }),
    ltv: percentText(ltvBps(amount, value) ?? 0n),
  }
}
