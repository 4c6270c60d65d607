import { Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { DB } from './db.generated.ts'
import { connectionBound, withinBound } from './query-timeout.ts'
import { clientsUnder, types, type BoundedClient } from './client.ts'
import { DatabaseSilent, isLate } from './failure.ts'
import { unwatched, type DatabaseWatch } from './database-watch.ts'
import { asRole } from './role-address.ts'

export { sql } from 'kysely'
/** A part of a statement, such as a condition or the expression of a column. */
export type Fragment = RawBuilder<unknown>
export { brokenRule, isAway, isSlow, sqlState } from './failure.ts'
export type { DB }

/** The tables in the schema `wallet`, by their domain: it is one schema of several domains, each walled from the others. */
type WalletTables = {
  addresses: 'address_books' | 'addresses'
  auth: 'fund_passwords' | 'fund_resets'
  chain: 'chain_blocks'
  conversions: 'conversion_count' | 'conversion_quotes' | 'conversions' | 'inventory_openings'
  deposits:
    | 'addresses_in'
    | 'arrivals'
    | 'credits'
    | 'debts'
    | 'deposit_approvals'
    | 'deposit_rejections'
    | 'deposit_returns'
    | 'deposits'
    | 'shared_outputs'
  withdrawals: 'withdrawal_limits' | 'withdrawal_quotes' | 'withdrawal_steps' | 'withdrawal_verdicts' | 'withdrawals'
}
type WalletTable<S extends string> = S extends keyof WalletTables ? `wallet.${WalletTables[S]}` : never

/**
 * The tables of a domain: `Owned<'options'>` keeps the keys `options.*`, so another domain's table does not compile. Of
 * the schema `wallet` a domain keeps its own tables alone.
 */
export type Owned<S extends string> = {
  [K in keyof DB as K extends `${S}.${string}` | WalletTable<S> ? K : never]: DB[K]
}
/** A domain's handle: its own tables and no others. A transaction is one too. */
export type Db<S extends string> = Kysely<Owned<S>>
/** A handle narrowed to the schemas of one domain; the only way a domain gets one. */
export const owned = <S extends string>(db: Kysely<DB>): Db<S> => db as unknown as Db<S>

export const roles = ['api', 'feed', 'console', 'payout', 'chain'] as const
export type Role = (typeof roles)[number]
export type Pools = Record<Role, Kysely<DB>> & { watch: DatabaseWatch; close(): Promise<void> }

export type PoolParams = { url: string; role: Role; max: number; watch?: DatabaseWatch }

/**
 * What the server does by itself for sessions of the product: a statement, a lock or a transaction that no client goes on
 * with ends, and so does the work of a client that is gone, whose rows others would wait for.
 */
const sessionLimits = {
  statement_timeout: 30_000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 15_000,
}
const noticesGone =
  '-c client_connection_check_interval=1s -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/** One pool that acts as `role`. */
export function openPool({ url, role, max, watch = unwatched }: PoolParams): Kysely<DB> {
  const { connectionString, options } = asRole(url, role)
  const pool = new pg.Pool({
    connectionString,
    options: `${options} ${noticesGone}`,
    max,
    types: types as never,
    Client: clientsUnder(watch) as never,
    application_name: `evenhand-${role}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...sessionLimits,
  })
  // A connection that breaks is replaced by the pool, and its query rejects; without listeners,
  // the pool's for idle ones and the connection's own while it is lent, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const bounded = { options: pool.options, connect: () => lend(pool, watch), end: () => pool.end() }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: bounded as never }) })
}

/** A connection of the pool, within the bound of the task that waits for it; none while the database is silent. */
function lend(pool: pg.Pool, watch: DatabaseWatch): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    watch.mustRespond()
    let waits = true
    const end = (): boolean => {
      const first = waits
      waits = false
      clearTimeout(timer)
      forget()
      return first
    }
    const fail = (cause: unknown): void => void (end() && reject(cause))
    const timer = setTimeout(() => fail(new Error('timeout exceeded when trying to connect')), connectionBound())
    const forget = watch.onSilent(() => fail(new DatabaseSilent()))
    // One that comes too late is given back for the next.
    pool.connect().then((client) => (end() ? resolve(client) : client.release()), fail)
  })
}

/** The pools of the product on one database, one a role. */
export function openPools(
  url: string,
  { watch = unwatched, ...sizes }: Partial<Record<Role, number>> & { watch?: DatabaseWatch } = {},
): Pools {
  const open = (role: Role, max: number): Kysely<DB> => openPool({ url, role, max: sizes[role] ?? max, watch })
  const pools = {
    api: open('api', 8),
    feed: open('feed', 3),
    console: open('console', 4),
    payout: open('payout', 1),
    chain: open('chain', 2),
  }
  return {
    ...pools,
    watch,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.destroy()))
      await watch.close()
    },
  }
}

/**
 * A handle as the owner of the tables, for what no role may do while the product runs, such as opening a reserve. A caller that
 * opens it destroys it when that is done.
 */
export function openOwner(url: string): Kysely<DB> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    types: types as never,
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  })
  pool.on('error', () => {})
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** One connection of its own, kept for a lane: a named statement with arrays in and rows out. */
export type LaneConnection = {
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>
  close(): Promise<void>
}

/** A batch waits less for its result than a call waits for its response. */
const laneTimeouts = { statement_timeout: 2500, query_timeout: 2500 }

type LaneOptions = Partial<typeof laneTimeouts> & { watch?: DatabaseWatch }

/**
 * A connection that comes back by itself: a broken one, or one whose result does not come in time, is replaced at the next
 * query, and the query in flight fails with its error, effect unknown; the caller finds out by its key.
 */
export function openLaneConnection(url: string, role: Role, options: LaneOptions = {}): LaneConnection {
  const { watch = unwatched, ...timeouts } = options
  const { query_timeout: boundMs, ...limits } = { ...laneTimeouts, ...timeouts }
  const Client = clientsUnder(watch)
  let client: Promise<BoundedClient> | undefined
  const connect = async (): Promise<BoundedClient> => {
    const fresh = new Client({
      ...asRole(url, role),
      types: types as never,
      application_name: `evenhand-lane-${role}`,
      keepAlive: true,
      ...limits,
    })
    fresh.on('error', () => {})
    await fresh.connect()
    return fresh
  }
  const open = (): Promise<BoundedClient> => {
    const opened = connect()
    // Only its own end counts: by the time an old one reports its end, another may serve.
    const forget = (): void => {
      if (client === opened) client = undefined
    }
    opened.then((live) => live.once('error', forget).once('end', forget), forget)
    return (client = opened)
  }
  return {
    async query<R extends object>(text: string, values: unknown[]) {
      watch.mustRespond()
      const opened = client ?? open()
      const live = await opened
      try {
        // A batch is of many calls: its bound is its own, whichever of them sent it.
        const requested = withinBound(boundMs, () => live.query(text, values) as unknown as Promise<{ rows: R[] }>)
        return (await requested).rows
      } catch (cause) {
        if (isLate(cause) && client === opened) client = undefined
        throw cause
      }
    },
    async close() {
      const live = await client?.catch(() => undefined)
      const cut = setTimeout(() => live?.drop(), 1000)
      await live?.end()
      clearTimeout(cut)
    },
  }
}
