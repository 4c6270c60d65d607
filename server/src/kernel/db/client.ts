import pg from 'pg'
import { connectionBound, statementBound } from './query-timeout.ts'
import { late } from './failure.ts'
import type { DatabaseWatch } from './database-watch.ts'

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
/** How values of the database become values of ours. */
export const types = {
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

type Done = (cause: unknown, result: unknown) => void

/**
 * The result that `send` calls back with; refuses as late (see `isLate`) after `boundMs`, and ends the connection then, since
 * the next statement must not stand behind a result that may never come. The driver's own promise and timer are not used:
 * V8 keeps what their closures hold until its next full collection, and that is the statement with all of its values.
 */
function resultWithin(client: BoundedClient, boundMs: number, send: (done: Done) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(endLate, boundMs, client, reject)
    send((cause, result) => {
      clearTimeout(timer)
      if (cause === null) resolve(result)
      else reject(cause)
    })
  }).catch(throwHere)
}

function endLate(client: BoundedClient, reject: (cause: Error) => void): void {
  reject(late())
  client.drop()
}

/** The stack of a failure leads to who awaits the statement, in place of the socket's reader. */
function throwHere(cause: unknown): never {
  if (cause instanceof Error) Error.captureStackTrace(cause)
  throw cause
}

type OpenSocket = { connection: { stream: { destroy(): void } } }

/**
 * A connection that names its statements, and ends each wait, to be opened or for a result, by the bound of the task that
 * waits: a start on a busy machine has more patience than a caller.
 */
export class BoundedClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ keepAliveInitialDelayMillis: 10_000, ...config, connectionTimeoutMillis: connectionBound() })
  }

  // The driver's overloads cannot be restated; the call passes through unchanged but for name and bound.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const inherited = super.query as (...passed: unknown[]) => unknown
    if (typeof text !== 'string') return inherited.call(this, ...args) as never
    if (callback !== undefined) throw new TypeError('a statement is awaited: one with a callback would have no bound')
    const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    const config = name === undefined ? { text } : { text, name }
    return resultWithin(this, statementBound(), (done) => inherited.call(this, config, values, done)) as never
  }

  /** Ends the connection at once, with whatever it waits for: a peer that is silent takes no leave either. */
  drop(): void {
    // Keeps a pool from lending it again before its socket has emitted `close`.
    Object.assign(this, { _queryable: false })
    ;(this as unknown as OpenSocket).connection.stream.destroy()
  }
}

/** The class of connections that all end when the database has gone silent. */
export const clientsUnder = (watch: DatabaseWatch): typeof BoundedClient =>
  class extends BoundedClient {
    constructor(config: pg.ClientConfig) {
      super(config)
      this.once(
        'end',
        watch.onSilent(() => this.drop()),
      )
    }
  }
