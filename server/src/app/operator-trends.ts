import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { creditedByDay } from '../domains/deposits/index.ts'
import { coinOf } from '../domains/ledger/index.ts'
import type { ConsoleDeps } from '../domains/operators/index.ts'
import type { Options } from '../domains/options/index.ts'
import { paidByDay } from '../domains/withdrawals/index.ts'
import { owned, type Pools } from '../kernel/db/db.ts'
import type { QueueSpec } from '../kernel/module/queue.ts'
import { firstDay, type QueueDay } from '../kernel/module/queue-history.ts'

const usdt = (units: bigint): string => formatUnits(units, assetScales.USDT)

type Moved = { day: number; asset: number; units: bigint }

/** What came in and went out by day and coin, in smallest units; days without either are left out. */
function moneyByDay(credited: readonly Moved[], paid: readonly Moved[]) {
  const days = new Map<string, { day: number; asset: number; moneyIn: bigint; moneyOut: bigint }>()
  const add = ({ day, asset }: Moved, moneyIn: bigint, moneyOut: bigint): void => {
    const before = days.get(`${day} ${asset}`) ?? { day, asset, moneyIn: 0n, moneyOut: 0n }
    days.set(`${day} ${asset}`, { ...before, moneyIn: before.moneyIn + moneyIn, moneyOut: before.moneyOut + moneyOut })
  }
  for (const moved of credited) add(moved, moved.units, 0n)
  for (const moved of paid) add(moved, 0n, moved.units)
  return [...days.values()].toSorted((one, other) => one.day - other.day || one.asset - other.asset)
}

type Params = { pools: Pools; options: Options; queues: readonly QueueSpec[] }

/** The charts of the dashboard from the records of each domain; read one after the other, to take one connection. */
export function operatorTrends({ pools, options, queues }: Params): ConsoleDeps['trends'] {
  const deposits = owned<'deposits'>(pools.console)
  const withdrawals = owned<'withdrawals'>(pools.console)
  return async (params) => {
    const money = moneyByDay(await creditedByDay(deposits, params), await paidByDay(withdrawals, params))
    const days: { name: string; days: QueueDay[] }[] = []
    for (const { name, history } of queues) if (history !== undefined) days.push({ name, days: await history(params) })
    const results = await options.houseResult(params)
    const { ifAllWin, free } = await options.exposureTotal('real')
    return {
      at: params.now,
      from: firstDay(params.now, params.days),
      money: money.map(({ day, asset, moneyIn, moneyOut }) => {
        const coin = coinOf(asset)
        const text = (units: bigint): string => formatUnits(units, assetScales[coin])
        return { day, asset: coin, moneyIn: text(moneyIn), moneyOut: text(moneyOut) }
      }),
      queues: days,
      options: results.map(({ day, staked, result }) => ({ day, staked: usdt(staked), result: usdt(result) })),
      reserve: { free, held: ifAllWin },
    }
  }
}
