import { assets as route, type AssetLine } from '@evenhand/protocol/assets.ts'
import { fundCoins, type FundCoin } from '@evenhand/protocol/funds.ts'
import { moneyText, type Asset } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { handle, type Call, type Mounted } from '../../kernel/http/http.ts'
import type { Ledger, UsableBalance } from '../ledger/index.ts'
import type { UsdtEquivalent } from '../markets/index.ts'

export type AssetsDeps = {
  clock: Clock
  ledger: Pick<Ledger, 'usableBalances'>
  usdtOf: UsdtEquivalent
  /** What of a customer's coins is on its way out, and what is owed, by coin. */
  leavingOf: (customerId: string) => Promise<ReadonlyMap<FundCoin, bigint>>
  debtsOf: (customerId: string) => Promise<ReadonlyMap<FundCoin, bigint>>
}

const realAssets: readonly Asset[] = ['USDT', 'USDT.loan', 'BTC', 'ETH']

const none = { free: 0n, held: 0n, withdrawable: 0n, tradable: 0n }

type Sums = Map<Asset, { leaving: bigint; owed: bigint }>

async function sumsOf({ leavingOf, debtsOf }: AssetsDeps, customerId: string): Promise<Sums> {
  const [leaving, debts] = await Promise.all([leavingOf(customerId), debtsOf(customerId)])
  return new Map(fundCoins.map((coin) => [coin, { leaving: leaving.get(coin) ?? 0n, owed: debts.get(coin) ?? 0n }]))
}

/**
 * Every asset of one account. What is held is parted by what holds it: withdrawals that have not ended, and running
 * orders. A debt stands beside the balance and takes nothing from it.
 */
export async function listAssets(deps: AssetsDeps, call: Call) {
  const { ledger, clock } = deps
  const { accountId, customerId } = call.session
  const balances = new Map((await ledger.usableBalances(accountId)).map((balance) => [balance.asset, balance]))
  const sums: Sums = call.mode === 'real' ? await sumsOf(deps, customerId) : new Map()
  const shown =
    call.mode === 'virtual' ? (['USDT.virtual'] as const) : realAssets.filter((asset) => wanted(asset, balances))
  const lines: AssetLine[] = []
  let total: bigint | undefined = 0n
  for (const asset of shown) {
    const { free, held, withdrawable, tradable } = balances.get(asset) ?? none
    const { leaving, owed } = sums.get(asset) ?? { leaving: 0n, owed: 0n }
    const worth = deps.usdtOf(coinWorth(asset), free + held)
    total = worth === undefined || total === undefined ? undefined : total + worth
    const text = (units: bigint): string => moneyText({ asset, units })
    lines.push({
      asset,
      free: text(free),
      notTradable: text(asset === 'USDT.loan' ? withdrawable : withdrawable - tradable),
      atRisk: text(free - withdrawable),
      held: text(leaving),
      inProducts: text(held - leaving),
      owed: text(owed),
      usdt: worth === undefined ? null : moneyText({ asset: 'USDT', units: worth }),
    })
  }
  return {
    assets: lines,
    total: total === undefined ? null : moneyText({ asset: 'USDT', units: total }),
    at: clock.now(),
  }
}

/** The three coins always, borrowed money where there is some. */
const wanted = (asset: Asset, balances: ReadonlyMap<Asset, UsableBalance>): boolean =>
  asset !== 'USDT.loan' || (balances.get(asset)?.free ?? 0n) + (balances.get(asset)?.held ?? 0n) > 0n
const coinWorth = (asset: Asset): FundCoin => (asset === 'BTC' || asset === 'ETH' ? asset : 'USDT')

/** The request that lists what a customer owns, coin by coin. */
export const assetsRoutes = (deps: AssetsDeps): Mounted[] => [handle(route, (_request, call) => listAssets(deps, call))]
