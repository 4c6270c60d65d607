import { dateOf } from '../../kernel/clock.ts'
import { isAway, sql, sqlState } from '../../kernel/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import { decideOrders, type Decided, type Known } from './decide-orders.ts'
import { dueOrders } from './options.store.ts'
import type { OptionsDeps, Sale } from './options.deps.ts'

/** An order whose money has just moved. */
export type JustSettled = { accountId: bigint; id: string; mode: 'virtual' | 'real'; status: string }

const pageSize = 20_000
// One statement holds the reserve's row as long as it runs; this many orders keep that under a tenth of a second.
const chunkSize = 4_000

/**
 * Settles every order the record decides by now, each exactly once, and answers them. Runs after every recorded second;
 * an order that is due but not decided yet is looked at again the next time.
 */
export async function settleOptions(deps: OptionsDeps, known: Known): Promise<JustSettled[]> {
  const now = deps.clock.now()
  const due = await dueOrders(deps.db, { now, limit: pageSize })
  const decided = await apart(due, {
    run: (some) => decideOrders(some, { ...known, now }),
    failed: (order, cause) =>
      deps.log.error({ orderId: order.id, cause: String(cause) }, 'an order could not be decided'),
  })
  const done = await writeDecided(deps, decided)
  // A full page may hide more that is due; whatever is undecided stays at its head, so go on only while something moved.
  return due.length === pageSize && done.length > 0 ? [...done, ...(await settleOptions(deps, known))] : done
}

/** Writes decisions in chunks, the two lanes' customers side by side, so that each works on its own shard of the reserve. */
export async function writeDecided(deps: OptionsDeps, decided: readonly Decided[]): Promise<JustSettled[]> {
  const lanes = [0n, 1n].map((lane) => decided.filter(({ order }) => order.accountId % 2n === lane))
  const written = await Promise.all(
    lanes.map(async (mine) => {
      const done: JustSettled[] = []
      for (let at = 0; at < mine.length; at += chunkSize) {
        done.push(
          ...(await apart(mine.slice(at, at + chunkSize), {
            run: (some) => writeSettlements(deps.db as AnyDb, { decided: some, at: deps.clock.now() }),
            failed: ({ order }, cause) =>
              deps.log.error({ orderId: order.id, cause: String(cause) }, 'an order could not be settled'),
          })),
        )
      }
      return done
    }),
  )
  return written.flat()
}

type Apart<T, R> = { run: (some: readonly T[]) => Promise<R[]>; failed: (one: T, cause: unknown) => void }

/**
 * Does something for all at once; where that fails, for each half by itself, so that one order whose record is damaged
 * holds up nobody else's money. A database that is away fails the whole.
 */
async function apart<T, R>(all: readonly T[], of: Apart<T, R>): Promise<R[]> {
  try {
    return await of.run(all)
  } catch (cause) {
    const [only] = all
    // Fewer at once may be in time where all together are not.
    const isSlow = sqlState(cause) === '57014'
    if (only === undefined || (isAway(cause) && !isSlow)) throw cause
    if (all.length === 1) {
      of.failed(only, cause)
      return []
    }
    const middle = all.length >> 1
    return [...(await apart(all.slice(0, middle), of)), ...(await apart(all.slice(middle), of))]
  }
}

export type Writing = { decided: readonly (Decided & { sale?: Sale })[]; at: number }

/** One statement: orders out, holds finished, entries written, results kept. Orders settled already are not answered. */
export async function writeSettlements(db: AnyDb, { decided, at }: Writing): Promise<JustSettled[]> {
  const sorted = decided.toSorted((a, b) =>
    a.order.accountId < b.order.accountId ? -1 : a.order.accountId > b.order.accountId ? 1 : 0,
  )
  const column = <T>(read: (one: Decided & { sale?: Sale }) => T): T[] => sorted.map(read)
  const time = (ms: number | null | undefined): Date | null => (ms === null || ms === undefined ? null : dateOf(ms))
  const rows = await sql<{ account_id: bigint; id: string; asset: number; status: string }>`
    select account_id, id, asset, status from options.settle(
      ${column(({ order }) => order.accountId)}::bigint[], ${column(({ order }) => order.id)}::uuid[],
      ${column(({ settlement, sale }) => (sale === undefined ? settlement.status : 'SOLD'))}::text[],
      ${column(({ settlement }) => settlement.voidReason ?? null)}::text[],
      ${column(({ settlement }) => settlement.gain)}::bigint[],
      ${column(({ settlement }) => settlement.entry?.seq ?? null)}::bigint[], ${column(({ settlement }) => time(settlement.entry?.ts))}::timestamptz[],
      ${column(({ settlement }) => settlement.entry?.price ?? null)}::bigint[],
      ${column(({ settlement }) => settlement.exit?.seq ?? null)}::bigint[], ${column(({ settlement }) => time(settlement.exit?.ts))}::timestamptz[],
      ${column(({ settlement }) => settlement.exit?.price ?? null)}::bigint[],
      ${column(({ settlement }) => time(settlement.expiresAt))}::timestamptz[],
      ${column(({ sale }) => (sale === undefined ? null : JSON.stringify(sale)))}::text[], ${dateOf(at)})`.execute(db)
  return rows.rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    mode: row.asset === 2 ? 'virtual' : 'real',
    status: row.status,
  }))
}
