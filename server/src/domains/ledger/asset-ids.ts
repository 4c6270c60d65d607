import { fundCoins, type FundCoin } from '@evenhand/protocol/funds.ts'
import type { Asset } from '@evenhand/protocol/money.ts'

/** How assets are numbered in the tables. */
export const assetIds = { USDT: 1, 'USDT.virtual': 2, 'USDT.loan': 3, BTC: 4, ETH: 5 } as const satisfies Record<
  Asset,
  number
>

const byId = new Map<number, Asset>(Object.entries(assetIds).map(([name, id]) => [id, name as Asset]))

/** The asset of a number in the tables; throws for any other, so that no amount is ever taken for one of another asset. */
export function assetOf(id: number): Asset {
  const asset = byId.get(id)
  if (asset === undefined) throw new RangeError(`no asset has the number ${id}`)
  return asset
}

/** The same where only a coin can stand that customers bring and take away: neither virtual money nor a loan is one. */
export function coinOf(id: number): FundCoin {
  const asset = assetOf(id)
  const coin = fundCoins.find((one) => one === asset)
  if (coin === undefined) throw new RangeError(`${asset} is no coin`)
  return coin
}
