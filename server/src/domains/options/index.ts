import type { buyOptions, getOptionsOrderById, listOptionsOrder, quoteOptions } from '@evenhand/protocol/options.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db.ts'
import { msOf } from '../../kernel/clock.ts'
import type { Call } from '../../kernel/http.ts'
import { startJob, type Job } from '../../kernel/jobs.ts'
import { buy } from './buy-options.ts'
import type { Known } from './decide-orders.ts'
import { answerByKey } from './first-answer.ts'
import { byId, list } from './list-orders.ts'
import type { OptionsDeps } from './options.deps.ts'
import { dueTimes, realStake } from './options.store.ts'
import { createSettling } from './options.jobs.ts'
import { traders } from './changed-terms.ts'
import { createOrderGaps } from './order-gaps.ts'
import { createOrderLane } from './order-lane.ts'
import { createOrderNumbers } from './order-numbers.ts'
import { minAmount, quote } from './quote-options.ts'
import { batchesToSeal, receiptParts, settledOrders, type ReplayPage } from './receipt-parts.ts'
import { openExposure } from './open-exposure.ts'
import { lossRate, spent, tradesSince } from './order-sums.store.ts'
import { namesOf } from './order-names.ts'
import { openSandboxReserves, reserveName } from './reserve.ts'
import { countReceipts } from './receipt-days.ts'
import { quoteSale, sell, type SaleDeps } from './sell-options.ts'
import { firstTerms } from './terms-book.ts'

export { optionsTold } from './personal-data.ts'
export { optionsRoutes } from './options.routes.ts'
export { changesOf } from './changed-terms.ts'
export { modesOn, optionTerms } from './option-terms.ts'
export {
  firstRows,
  firstTerms,
  openTermsBook,
  termsOf,
  type DecidedTerms,
  type TermRow,
  type TermsBook,
} from './terms-book.ts'
export type { Asked, Ceiling, OptionsDeps, Order, CurrentHead } from './options.deps.ts'
export type { JustSettled } from './settle-options.ts'

const shards = 2

/** Up and down options: quotes, orders, settlement, early sale. Reserves have to be open before the first order. */
export async function createOptions(given: Omit<OptionsDeps, 'terms'> & Partial<Pick<OptionsDeps, 'terms'>>) {
  const deps: OptionsDeps = { ...given, terms: given.terms ?? firstTerms }
  const reserveId = await deps.ledger.accountNamed(reserveName)
  const receipts = countReceipts(deps)
  let counting: Job | undefined
  const connections = Array.from({ length: shards }, () => deps.connect())
  const lanes = connections.map((connection, shard) =>
    createOrderLane({ deps, shard, reserveId, connection, left: receipts.note }),
  )
  const byInstrument = new Map(deps.markets.instruments().map((one) => [one.id, one]))
  const known: Known = {
    markets: deps.markets,
    instrumentOf: (id) => {
      const found = byInstrument.get(id)
      if (found === undefined) throw new Error(`no instrument ${id}`)
      return found
    },
  }
  const settling = createSettling(deps, known)
  const buyDeps = {
    ...deps,
    laneOf: (accountId: bigint) => lanes[Number(accountId % BigInt(shards))] as (typeof lanes)[number],
    gaps: createOrderGaps(deps.clock),
    numbers: createOrderNumbers(deps.db),
  }
  const withRecord = { ...deps, ...known }
  const saleDeps: SaleDeps = { ...withRecord, nextSecond: settling.nextSecond }
  return {
    minAmount: (ask: { limitTime: number; code?: string | undefined }, call: Call) => minAmount(deps, ask, call.mode),
    quote: (ask: z.output<typeof quoteOptions.ask>, call: Call) => quote(deps, ask, call),
    buy: (ask: z.output<typeof buyOptions.ask>, call: Call) => buy(buyDeps, ask, call),
    quoteSale: (ask: { id: string }, call: Call) => quoteSale(saleDeps, ask, call),
    sell: (ask: { id: string; minPrice: bigint }, call: Call) => sell(saleDeps, ask, call),
    byId: (ask: z.output<typeof getOptionsOrderById.ask>, call: Call) => byId(withRecord, ask, call),
    list: (ask: z.output<typeof listOptionsOrder.ask>, call: Call) => list(withRecord, ask, call),
    /** What the books domain seals, shows and replays. */
    batchesToSeal: (of: { after: bigint; limit: number }) => batchesToSeal(deps, of),
    receiptParts: (of: { accountId: bigint; orderId: string }) => receiptParts(withRecord, of),
    settledOrders: (page: ReplayPage) => settledOrders(deps, page),
    /** Receipts that left too late, of all. */
    lateReceipts: receipts.late,
    /** Stakes of real orders, smallest units. */
    realVolume: realStake(deps.db),
    /** Of a hundred real accounts with a settled order, how many lost. */
    lossRate: lossRate(deps.db),
    /** Number and instrument of a customer's orders by their ids; another's are not in the answer. */
    namesOf: (of: Parameters<typeof namesOf>[1]) => namesOf(withRecord, of),
    /** What a customer's orders come to, one number a question; what ceilings are measured by. */
    spent: (of: Parameters<typeof spent>[1]) => spent(deps.db, of),
    /** What is open by instrument, for whoever watches the house's risk. */
    openExposure: (mode: 'real' | 'virtual') =>
      openExposure({ db: deps.db, codeOf: (id) => known.instrumentOf(id).code }, mode),
    /** Accounts that have ever traded, some at a time. */
    traders: (of: { after: bigint; limit: number }) => traders(deps.db, of),
    /** What a customer did since a time, on both accounts. */
    tradesSince: (of: Parameters<typeof tradesSince>[1]) => tradesSince(deps.db, of),
    byKey: (ask: { key: string }, call: Call) =>
      answerByKey(withRecord, { accountId: call.session.accountId, key: ask.key, mode: call.mode }),
    /** Opens the reserve of both assets as the owner of the tables, once; what a sandbox does at its first start. */
    openSandboxReserves: (owner: OptionsDeps['db']) => openSandboxReserves({ ...deps, db: owner }),
    /** Settles what a downtime left behind, then settles after every recorded second. */
    async start(): Promise<void> {
      const newest = await sql<{
        at: Date | null
      }>`select max(accepted_at) as at from options.batches where seq > (select coalesce(max(seq), 0) - 100 from options.batches)`.execute(
        deps.db,
      )
      await settling.start(newest.rows[0]?.at == null ? undefined : msOf(newest.rows[0].at))
      counting = startJob({ name: 'count receipts', everyMs: 5_000, run: receipts.store, log: deps.log })
    },
    /** When the next orders fall due up to a time, epoch ms. */
    dueUntil: (until: number) => dueTimes(deps.db, { until, limit: 60 }),
    /** One round of settling now; tests and the sandbox's clock call it. */
    settleNow: () => settling.settleNow(),
    async stop(): Promise<void> {
      await settling.stop()
      await counting?.stop()
      await receipts.store()
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

export type Options = Awaited<ReturnType<typeof createOptions>>
