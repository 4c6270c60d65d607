import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { assetScales, mulDiv } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../../kernel/time/clock.ts'

/** What an amount of a coin comes to in smallest units of USDT, down; undefined where no price is fresh. */
export type UsdtEquivalent = (coin: FundCoin, units: bigint) => bigint | undefined

/** Recorded index prices: smallest units of the instrument, which has `precision` decimals. */
type IndexPrices = {
  latest(code: string): { readonly ts: number; readonly price: bigint } | undefined
  instrument(code: string): { readonly precision: number } | undefined
}

const freshMs = 60_000

/** By the last index tick of the coin; one older than a minute does not count, and callers take the stricter way. */
export const usdtEquivalent =
  ({ clock, markets }: { clock: Clock; markets: IndexPrices }): UsdtEquivalent =>
  (coin, units) => {
    if (coin === 'USDT') return units
    const code = `${coin}USDT`
    const tick = markets.latest(code)
    const precision = markets.instrument(code)?.precision
    if (tick === undefined || precision === undefined || clock.now() - tick.ts > freshMs) return undefined
    return mulDiv(
      units * tick.price,
      10n ** BigInt(assetScales.USDT),
      10n ** BigInt(assetScales[coin] + precision),
      'floor',
    )
  }
