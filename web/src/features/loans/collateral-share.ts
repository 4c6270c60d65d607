import { collateralValue, ltvBps } from '@evenhand/proofs/loans/collateral.ts'
import type { CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { usdtUnits } from '../../lib/usdt.ts'

/** So much of a coin, smallest units, at a recorded price. */
type Priced = { coin: CollateralCoin; units: bigint; price: string }

/** What is owed, USDT, as a share of the coin's value, per cent with two decimals as the server returns it; null without a value. */
export function shareOf(owed: string, { coin, units, price }: Priced): string | null {
  const precision = price.split('.')[1]?.length ?? 0
  const bps = ltvBps(
    usdtUnits(owed),
    collateralValue({ coin, amount: units, price: { price: parseUnits(price, precision) ?? 0n, precision } }),
  )
  return bps === null ? null : formatUnits(bps, 2)
}
