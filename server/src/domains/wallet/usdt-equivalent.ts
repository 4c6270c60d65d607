import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { assetScales, mulDiv } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/clock.ts'

/** A recorded index price: smallest units of the instrument, which has `precision` decimals. */
export type RecordedPrice = { readonly ts: number; readonly price: bigint; readonly precision: number }

/** What an amount of a coin comes to in smallest units of USDT, down; undefined where no price is fresh. */
export type UsdtEquivalent = (coin: FundCoin, units: bigint) => bigint | undefined

const freshMs = 60_000

/** By the last index tick of the coin; one older than a minute says nothing, and callers take the stricter way. */
export const usdtEquivalent =
  (of: { clock: Clock; latest: (code: string) => RecordedPrice | undefined }): UsdtEquivalent =>
  (coin, units) => {
    if (coin === 'USDT') return units
    const tick = of.latest(`${coin}USDT`)
    if (tick === undefined || of.clock.now() - tick.ts > freshMs) return undefined
    return mulDiv(
      units * tick.price,
      10n ** BigInt(assetScales.USDT),
      10n ** BigInt(assetScales[coin] + tick.precision),
      'floor',
    )
  }
