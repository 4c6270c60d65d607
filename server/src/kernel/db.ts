import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './db.generated.ts'
import { asRole } from './role-address.ts'

export { sql } from 'kysely'
export type { DB }

/** The tables of some schemas: `Owned<'options'>` keeps the keys `options.*`, so another domain's table does not compile. */
export type Owned<S extends string> = { [K in keyof DB as K extends `${S}.${string}` ? K : never]: DB[K] }
/** A domain's handle: its own tables and no others. A transaction is one too. */
export type Db<S extends string> = Kysely<Owned<S>>
/** A handle narrowed to the schemas of one domain; the only way a domain gets one. */
export const owned = <S extends string>(db: Kysely<DB>): Db<S> => db as unknown as Db<S>

export const roles = ['api', 'feed', 'console', 'payout', 'chain'] as const
export type Role = (typeof roles)[number]
export type Pools = Record<Role, Kysely<DB>> & { close(): Promise<void> }

// Exact by construction: int8 becomes bigint, numeric is refused (an amount that arrives as one is our bug).
const refuseNumeric = (): never => {
  throw new Error('numeric reached the driver: cast it in the statement')
}
const parsers = new Map<number, (text: string) => unknown>([
  [20, (text) => BigInt(text)],
  [
    1016,
    (text) =>
      text === '{}'
        ? []
        : text
            .slice(1, -1)
            .split(',')
            .map((item) => (item === 'NULL' ? null : BigInt(item))),
  ],
  [1700, refuseNumeric],
  [1231, refuseNumeric],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
}

// Statements are sent by name so that PostgreSQL plans each of our texts once a connection. The map is bounded: a text
// that is built with inlined values would be a bug, and past the bound it is simply sent unnamed.
const names = new Map<string, string>()
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= 2000) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

class NamedClient extends pg.Client {
  // The driver's overloads cannot be restated; the call passes through unchanged but for the name.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const inherited = super.query as (...passed: unknown[]) => unknown
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = nameOf(text)
      if (name !== undefined) return inherited.call(this, { name, text, values }, callback) as never
    }
    return inherited.call(this, ...args) as never
  }
}

export type PoolOf = { url: string; role: Role; max: number }

/** One pool that acts as `role`. */
export function openPool({ url, role, max }: PoolOf): Kysely<DB> {
  const pool = new pg.Pool({
    ...asRole(url, role),
    max,
    types: types as never,
    Client: NamedClient as never,
    application_name: `evenhand-${role}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: 30_000,
  })
  // A connection that breaks is replaced by the pool, and whoever was using it is told by the query; without listeners,
  // the pool's for idle ones and the connection's own while it is lent, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** The pools of the product on one database, one a role. */
export function openPools(url: string, sizes: Partial<Record<Role, number>> = {}): Pools {
  const open = (role: Role, max: number): Kysely<DB> => openPool({ url, role, max: sizes[role] ?? max })
  const pools = {
    api: open('api', 8),
    feed: open('feed', 3),
    console: open('console', 4),
    payout: open('payout', 1),
    chain: open('chain', 2),
  }
  return {
    ...pools,
    close: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.destroy()))),
  }
}

/**
 * A handle as whoever owns the tables, for what no role may do while the product runs, such as opening a reserve. Whoever
 * opens it destroys it when that is done.
 */
export function openOwner(url: string): Kysely<DB> {
  const pool = new pg.Pool({ connectionString: url, max: 4, types: types as never, options: '-c timezone=UTC' })
  pool.on('error', () => {})
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** One connection of its own, kept for a lane: a named statement with arrays in and rows out. */
export type LaneConnection = {
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>
  close(): Promise<void>
}

/** A caller waits at most ten seconds for an answer, and a lane's batch may wait for the one before it. */
const laneTimeouts = { statement_timeout: 4_000, query_timeout: 5_000 }

/**
 * A connection that comes back by itself: a broken one, or one whose answer does not come in time, is replaced at the next
 * query, and the query in flight fails with its error, effect unknown, for the caller to ask by key.
 */
export function openLaneConnection(url: string, role: Role, timeouts = laneTimeouts): LaneConnection {
  let client: Promise<pg.Client> | undefined
  const connect = async (): Promise<pg.Client> => {
    const fresh = new NamedClient({
      ...asRole(url, role),
      types: types as never,
      application_name: `evenhand-lane-${role}`,
      connectionTimeoutMillis: 5000,
      ...timeouts,
    })
    fresh.on('error', () => void (client = undefined))
    await fresh.connect()
    return fresh
  }
  return {
    async query<R extends object>(text: string, values: unknown[]) {
      client ??= connect().catch((cause: unknown) => {
        client = undefined
        throw cause
      })
      const live = await client
      try {
        const answer = (await live.query(text, values)) as unknown as { rows: R[] }
        return answer.rows
      } catch (cause) {
        // The next query must not stand behind an answer that may never come.
        if (isLate(cause)) {
          client = undefined
          live.end().catch(() => {})
        }
        throw cause
      }
    },
    close: async () => void (await (await client)?.end()),
  }
}

/** PostgreSQL's own error code of a failure, or undefined: 40P01 deadlock, 23505 unique, 23514 check, 57P01 ended … */
export const sqlState = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)
    ? cause.code
    : undefined

/** The name of the constraint that a statement broke, where PostgreSQL says it. */
export const brokenRule = (cause: unknown): string | undefined =>
  cause instanceof Error && 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined

const isLate = (cause: unknown): boolean => cause instanceof Error && cause.message === 'Query read timeout'

/**
 * True when the database could not be reached, went away or took too long (57014 is a statement's time limit): the effect
 * of a statement in flight is unknown.
 */
export function isAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (isLate(cause)) return true
  const state = sqlState(cause)
  if (state !== undefined)
    return state === '57014' || state.startsWith('08') || state.startsWith('57P') || state.startsWith('53')
  return /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|Connection terminated|timeout expired|not queryable|timeout exceeded/.test(
    `${(cause as { code?: string }).code ?? ''} ${cause.message}`,
  )
}
