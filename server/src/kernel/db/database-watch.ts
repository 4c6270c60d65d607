import pg from 'pg'
import type { Role } from './db.ts'
import { DatabaseSilent, sqlState } from './failure.ts'
import type { Log } from '../log.ts'
import { asRole } from './role-address.ts'

/** Knows whether the database responds, so that no caller has to wait to find out. */
export type DatabaseWatch = {
  /** Throws DatabaseSilent while it does not respond. */
  mustRespond(): void
  /** Whether it responds to a query within so many milliseconds. */
  responds(withinMs: number): Promise<boolean>
  /** Calls `ended` once it has gone silent, each time; the result takes that back. */
  onSilent(ended: () => void): () => void
  close(): Promise<void>
}

/** For tools and tests without waiting callers: their statements end by their own bounds alone. */
export const unwatched: DatabaseWatch = {
  mustRespond: () => {},
  responds: async () => true,
  onSilent: () => () => {},
  close: async () => {},
}

const tickMs = 200
/**
 * Time without a result after which the database counts as silent. Counted in ticks, not measured, so that a process that
 * itself stood still for a while does not take that for the database's silence.
 */
const silentMs = 1400
/** The same for a start: no caller waits, and what is cut short has to begin anew. */
export const patientMs = 15_000

export type WatchOptions = {
  url: string
  /** The role it connects as; left out, that of the address. */
  role?: Role
  log: Log
  silentMs?: number
}

type Client = pg.Client & { connection: { stream: { destroy(): void } } }

/**
 * Queries the database five times a second, on a connection of its own. One that refuses connections or
 * leaves a query without a result for too long is silent: all connections that were registered end at once with whatever they wait
 * for, and nothing new is sent until it responds again. It recovers by itself.
 */
export function watchDatabase({ url, role, log, ...options }: WatchOptions): DatabaseWatch {
  const silentTicks = (options.silentMs ?? silentMs) / tickMs
  const listeners = new Set<() => void>()
  const probe = openProbe(url, role)
  let query: Promise<boolean> | undefined
  let waited = 0
  let silentSince: number | undefined

  const fallSilent = (cause: string): void => {
    probe.drop()
    if (silentSince !== undefined) return
    silentSince = performance.now()
    log.error({ cause }, 'the database does not respond')
    for (const ended of listeners) ended()
  }
  const speak = (): void => {
    if (silentSince === undefined) return
    log.warn({ silentMs: Math.round(performance.now() - silentSince) }, 'the database responds again')
    silentSince = undefined
  }

  const request = (): Promise<boolean> => {
    waited = 0
    const mine = probe
      .request()
      .catch((cause: unknown) => {
        if (query !== mine) return false
        probe.drop()
        if (hasSpoken(cause)) return true
        fallSilent(String(cause))
        return false
      })
      .then((alive) => {
        // A result that comes after the query was given up is of a connection that is no more.
        if (query !== mine) return false
        query = undefined
        if (alive) speak()
        return alive
      })
    return (query = mine)
  }

  const timer = setInterval(() => {
    if (query === undefined) return void request()
    waited += 1
    if (waited < silentTicks) return
    query = undefined
    fallSilent('no result')
  }, tickMs).unref()

  return {
    mustRespond() {
      if (silentSince !== undefined) throw new DatabaseSilent()
    },
    async responds(withinMs) {
      const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), withinMs).unref())
      return Promise.race([query ?? request(), late])
    },
    onSilent(ended) {
      listeners.add(ended)
      return () => void listeners.delete(ended)
    },
    async close() {
      clearInterval(timer)
      query = undefined
      probe.drop()
    },
  }
}

/** True for a refusal of the server itself, such as of one connection too many: it lives, unless it reports its start or its shutdown. */
const hasSpoken = (cause: unknown): boolean => {
  const state = sqlState(cause)
  return cause instanceof pg.DatabaseError && state !== undefined && !state.startsWith('57P')
}

/** A connection that one query after the other is put on; the next query opens another where it broke. */
function openProbe(url: string, role: Role | undefined): { request(): Promise<boolean>; drop(): void } {
  let client: Client | undefined
  const connect = async (): Promise<Client> => {
    const address = role === undefined ? { connectionString: url } : asRole(url, role)
    const fresh = new pg.Client({ ...address, application_name: 'evenhand-watch', keepAlive: true }) as Client
    fresh.on('error', () => {})
    fresh.once('end', () => {
      if (client === fresh) client = undefined
    })
    client = fresh
    await fresh.connect()
    return fresh
  }
  return {
    async request() {
      const isNew = client === undefined
      const mine = client ?? (await connect())
      try {
        await mine.query('select 1')
        return true
      } catch (cause) {
        // An old connection that broke is no proof yet.
        if (isNew || hasSpoken(cause)) throw cause
        return false
      }
    },
    drop() {
      client?.connection.stream.destroy()
      client = undefined
    },
  }
}
