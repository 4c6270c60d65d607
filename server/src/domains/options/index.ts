import type { buyOptions, getOptionsOrderById, listOptionsOrder, quoteOptions } from '@evenhand/protocol/options.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import type { JobSpec, Started } from '../../kernel/module/module.ts'
import { buy } from './buy-options.ts'
import { responseByKey } from './idempotent-replay.ts'
import { byId, list } from './list-orders.ts'
import type { OptionsDeps } from './options.deps.ts'
import { dueTimes, lastAcceptedAt, realStake } from './options.store.ts'
import { createDailyBacktest } from './backtest/daily-backtest.ts'
import { strategyReturns } from './backtest/strategy-days.ts'
import { createSettling } from './options.jobs.ts'
import { traders } from './changed-terms.ts'
import { createOrderCooldown } from './order-cooldown.ts'
import { createOrderLane } from './order-lane.ts'
import { createOrderNumbers } from './order-numbers.ts'
import { minAmount, quote } from './quote-options.ts'
import { createOrderRecord, knownMarkets } from './order-record.ts'
import { houseRisk } from './house-risk.ts'
import { optionResults } from './option-results.store.ts'
import { lossRate, tradesSince } from './order-sums.store.ts'
import { namesOf } from './order-names.ts'
import { openSandboxReserves, reserveName } from './reserve.ts'
import { countReceipts } from './receipt-days.ts'
import { quoteSale, sell, type SaleDeps } from './sell-options.ts'
import { firstTerms } from './terms-book.ts'

export { optionCauses } from './option-causes.ts'
export { optionsModule } from './options.module.ts'
export { stakedAt, tradedNet, tradesSince } from './order-sums.store.ts'
export { createOrderRecord } from './order-record.ts'
export { notifyOrders } from './notify-orders.ts'
export { hasTerms, modesOn, optionTerms } from './option-terms.ts'
export {
  firstRows,
  firstTerms,
  openTermsBook,
  termsOf,
  type DecidedTerms,
  type TermRow,
  type TermsBook,
} from './terms-book.ts'
export type { TradeParams, SpendLimit, OptionsDeps, Order, CurrentHead } from './options.deps.ts'
export type { JustSettled } from './settle-options.ts'

export { reserveName } from './reserve.ts'

/** Lanes of one process: with more, batches are smaller and PostgreSQL does more for each order. */
const lanesOfProcess = 2
/** Shards of each reserve (\`db/schema/options.sql\`): as many processes have lanes with shards that no other one locks. */
export const reserveShards = 8

/** Up and down options: quotes, orders, settlement, early sale. Reserves have to be open before the first order. */
export async function createOptions(given: Omit<OptionsDeps, 'terms'> & Partial<Pick<OptionsDeps, 'terms'>>) {
  const deps: OptionsDeps = { ...given, terms: given.terms ?? firstTerms }
  const reserveId = await deps.ledger.accountNamed(reserveName)
  const receipts = countReceipts(deps)
  const connections = Array.from({ length: lanesOfProcess }, () => deps.connect())
  const firstShard = lanesOfProcess * (deps.processIndex ?? 0)
  const lanes = connections.map((connection, lane) =>
    createOrderLane({
      deps,
      shard: (firstShard + lane) % reserveShards,
      reserveId,
      connection,
      left: receipts.note,
    }),
  )
  const known = knownMarkets(deps)
  const settling = createSettling(deps, known)
  const daily = createDailyBacktest(deps)
  const buyDeps = {
    ...deps,
    laneOf: (accountId: bigint) => lanes[Number(accountId % BigInt(lanesOfProcess))] as (typeof lanes)[number],
    cooldown: createOrderCooldown(deps.clock, deps.bus),
    numbers: createOrderNumbers(deps.db),
  }
  const withRecord = { ...deps, ...known }
  const saleDeps: SaleDeps = { ...withRecord, nextSecond: settling.nextSecond }
  return {
    minAmount: (request: { limitTime: number; code?: string | undefined }, call: Call) =>
      minAmount(deps, request, call.mode),
    quote: (request: z.output<typeof quoteOptions.request>, call: Call) => quote(deps, request, call),
    buy: (request: z.output<typeof buyOptions.request>, call: Call) => buy(buyDeps, request, call),
    quoteSale: (request: { id: string }, call: Call) => quoteSale(saleDeps, request, call),
    sell: (request: { id: string; minPrice: bigint }, call: Call) => sell(saleDeps, request, call),
    byId: (request: z.output<typeof getOptionsOrderById.request>, call: Call) => byId(withRecord, request, call),
    list: (request: z.output<typeof listOptionsOrder.request>, call: Call) => list(withRecord, request, call),
    ...createOrderRecord(deps),
    /** Receipts that left too late, of all. */
    lateReceipts: receipts.late,
    /** Stakes of real orders, smallest units. */
    realVolume: realStake(deps.db),
    /** Of a hundred real accounts with a settled order, how many lost. */
    lossRate: lossRate(deps.db),
    optionResults: optionResults(deps.db),
    /** What simple strategies would have returned on the prices of the newest whole day. */
    strategyReturns: strategyReturns(deps.db),
    /** Counts them where a day is over; a step of the job. */
    tryStrategies: () => daily.run(),
    /** Number and instrument of a customer's orders by their ids; another's are not in the response. */
    namesOf: (params: Parameters<typeof namesOf>[1]) => namesOf(withRecord, params),
    ...houseRisk({ ...deps, codeOf: (id) => known.instrumentOf(id).code, reserveId }),
    /** Accounts that have ever traded, some at a time. */
    traders: (params: { after: bigint; limit: number }) => traders(deps.db, params),
    /** What a customer did since a time, on both accounts. */
    tradesSince: (params: Parameters<typeof tradesSince>[1]) => tradesSince(deps.db, params),
    byKey: async ({ key }: { key: string }, call: Call) =>
      (await deps.otherByKey?.({ key, call })) ??
      responseByKey(withRecord, { accountId: call.session.accountId, key, mode: call.mode }),
    /** Opens the reserve of both assets as the owner of the tables, once; what a sandbox does at its first start. */
    openSandboxReserves: (owner: OptionsDeps['db']) => openSandboxReserves({ ...deps, db: owner }),
    jobs: [{ name: 'count receipts', everyMs: 5_000, inEveryProcess: true, run: receipts.store }] as readonly JobSpec[],
    /** Where it is this process's to do, settles what a downtime left behind, and then after every recorded second. */
    async start({ isClock }: Started): Promise<void> {
      if (!isClock) return
      await settling.start(await lastAcceptedAt(deps.db))
      daily.start()
    },
    /** When the next orders fall due up to a time, epoch ms. */
    dueUntil: (until: number) => dueTimes(deps.db, { until, limit: 60 }),
    /** One round of settling now; tests and the sandbox's clock call it. */
    settleNow: () => settling.settleNow(),
    async stop(): Promise<void> {
      await settling.stop()
      await daily.stop()
      await receipts.store()
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

export type Options = Awaited<ReturnType<typeof createOptions>>
