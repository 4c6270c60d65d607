import { apart } from '../../kernel/concurrency/apart.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { binaryArray } from '../../kernel/db/binary-array.ts'
import { fromSqlList, sqlList } from '../../kernel/db/sql-list.ts'
import type { AnyDb } from '../ledger/index.ts'
import type { TickRecord } from '@evenhand/proofs/settle.ts'
import { decideOrders, type Decided, type Known } from './decide-orders.ts'
import { dueOrders } from './due-orders.store.ts'
import type { OptionsDeps, Order, Sale } from './options.deps.ts'

/** An order whose money has just moved. */
export type JustSettled = Pick<Order, 'accountId' | 'id' | 'mode' | 'instrumentId' | 'direction' | 'stake'> & {
  status: string
  voidReason: string | undefined
  /** What it came to, negative where it lost; smallest units. */
  gain: bigint
}

const lanes = [0, 1]
const pageSize = 20_000
// One statement holds the reserve's row as long as it runs; this many orders keep that under a tenth of a second.
const chunkSize = 4_000

/**
 * Settles every order the record decides by now, each exactly once, and returns them. Runs after every recorded second;
 * an order that is due but not decided yet is checked again the next time. The two lanes' customers go side by side,
 * each on its own shard of the reserve: while the database writes for one, the other's are read and decided.
 */
export async function settleOptions(deps: OptionsDeps, known: Known): Promise<JustSettled[]> {
  return (await Promise.all(lanes.map((lane) => settleLane(deps, known, lane)))).flat()
}

async function settleLane(deps: OptionsDeps, known: Known, lane: number): Promise<JustSettled[]> {
  const done: JustSettled[] = []
  for (;;) {
    const now = deps.clock.now()
    const due = await dueOrders(deps.db, { now, lane, limit: pageSize })
    const decided = await apart(due, {
      run: (some) => decideOrders(some, { ...known, now }),
      failed: (order, cause) =>
        deps.log.error({ orderId: order.id, cause: String(cause) }, 'an order could not be decided'),
    })
    const written = await writeChunks(deps, decided)
    for (const one of written) done.push(one)
    // A full page may hide more that is due; whatever is undecided stays at its head, so go on only while something moved.
    if (due.length < pageSize || written.length === 0) return done
  }
}

/** Writes decisions, the two lanes' customers side by side. */
export async function writeDecided(deps: OptionsDeps, decided: readonly Decided[]): Promise<JustSettled[]> {
  const ofLane = (lane: number) => decided.filter(({ order }) => order.accountId % 2n === BigInt(lane))
  return (await Promise.all(lanes.map((lane) => writeChunks(deps, ofLane(lane))))).flat()
}

async function writeChunks(deps: OptionsDeps, decided: readonly Decided[]): Promise<JustSettled[]> {
  const done: JustSettled[] = []
  for (let at = 0; at < decided.length; at += chunkSize) {
    const written = await apart(decided.slice(at, at + chunkSize), {
      run: (some) => writeSettlements(deps.db as AnyDb, { decided: some, at: deps.clock.now() }),
      failed: ({ order }, cause) =>
        deps.log.error({ orderId: order.id, cause: String(cause) }, 'an order could not be settled'),
    })
    for (const one of written) done.push(one)
  }
  return done
}

export type Writing = { decided: readonly (Decided & { sale?: Sale })[]; at: number }

/** One statement: orders out, holds finished, entries written, results kept. Orders settled already are not returned. */
export async function writeSettlements(db: AnyDb, { decided, at }: Writing): Promise<JustSettled[]> {
  const sorted = decided.toSorted((a, b) =>
    a.order.accountId < b.order.accountId ? -1 : a.order.accountId > b.order.accountId ? 1 : 0,
  )
  const ticks = distinctTicks()
  const entries = sorted.map(({ settlement }) => ticks.indexOf(settlement.entry))
  const exits = sorted.map(({ settlement }) => ticks.indexOf(settlement.exit))
  const { rows } = await sql<{ settled: string }>`
    select options.settle(row(
      ${binaryArray.bigint(sorted.map(({ order }) => order.accountId))}::bigint[],
      ${binaryArray.uuid(sorted.map(({ order }) => order.id))}::uuid[],
      ${sqlList(sorted.map(statusOf))}::text[],
      ${textsOrNone(sorted.map(({ settlement }) => settlement.voidReason))}::text[],
      ${binaryArray.bigint(sorted.map(({ settlement }) => settlement.gain))}::bigint[],
      ${binaryArray.integer(entries)}::int[], ${binaryArray.integer(exits)}::int[],
      ${binaryArray.timestamptz(sorted.map(({ settlement }) => settlement.expiresAt ?? null))}::timestamptz[],
      ${textsOrNone(sorted.map(({ sale }) => sale && JSON.stringify(sale)))}::text[],
      ${binaryArray.bigint(ticks.all.map(({ seq }) => seq))}::bigint[],
      ${binaryArray.timestamptz(ticks.all.map(({ ts }) => ts))}::timestamptz[],
      ${binaryArray.bigint(ticks.all.map(({ price }) => price))}::bigint[])::options.settlement_batch, ${dateOf(at)})::text as settled`.execute(
    db,
  )
  const settled = new Set(fromSqlList(rows[0]?.settled ?? null))
  return sorted.filter(({ order }) => settled.has(order.id)).map((one) => justSettled(one, statusOf(one)))
}

const statusOf = ({ settlement, sale }: Decided & { sale?: Sale }): string =>
  sale === undefined ? settlement.status : 'SOLD'

/** A text an order, or nothing at all where no order has one, which is the common case. */
const textsOrNone = (texts: readonly (string | null | undefined)[]): (string | null)[] | null =>
  texts.every((text) => text == null) ? null : texts.map((text) => text ?? null)

/** Ticks that decide many orders are sent once; an order names its own by their index, from one. */
function distinctTicks() {
  const indexes = new Map<TickRecord, number>()
  const all: TickRecord[] = []
  return {
    all,
    indexOf(tick: TickRecord | null | undefined): number | null {
      if (tick === null || tick === undefined) return null
      const known = indexes.get(tick)
      if (known !== undefined) return known
      all.push(tick)
      indexes.set(tick, all.length)
      return all.length
    },
  }
}

function justSettled({ order, settlement }: Decided, status: string): JustSettled {
  const { accountId, id, mode, instrumentId, direction, stake } = order
  const { gain, voidReason } = settlement
  return { accountId, id, mode, instrumentId, direction, stake, status, gain, voidReason }
}
