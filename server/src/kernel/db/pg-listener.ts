import pg from 'pg'
import type { Clock } from '../time/clock.ts'
import type { Log } from '../log.ts'
import type { Role } from './db.ts'
import { asRole } from './role-address.ts'

export type PgListener = {
  /**
   * True while everything that was announced has been received: the connection responded within the last second. What is kept in
   * memory about another process's doing may be believed only then.
   */
  isCurrent(): boolean
  close(): Promise<void>
}

export type PgListenerParams = {
  url: string
  role: Role
  channel: string
  clock: Pick<Clock, 'monotonic'>
  log: Log
  /** One announcement, as it was committed. */
  onMessage: (payload: string) => void
  /** The line was away and is back: whatever was announced meanwhile is lost. */
  onGap: () => void
}

/** How old the connection's last response may be. */
const currentMs = 1000
const pollEveryMs = 300
/** A connection that sends nothing for so long is dead, whatever its socket reports. */
const deadAfterMs = 3000
const retryMs = { first: 200, max: 1000 }

/**
 * Listens to what other processes announce with NOTIFY, on a connection of its own that comes back by itself. The response to
 * the connection's own query comes after every announcement committed before it, so a recent response means nothing is missing.
 */
export function openPgListener(params: PgListenerParams): PgListener {
  const { clock, log, channel } = params
  let connection: Connection | undefined
  let closed = false
  let wake: () => void = () => {}

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const keep = async (): Promise<void> => {
    let wait = retryMs.first
    while (!closed) {
      try {
        connection = await connect(params)
        wait = retryMs.first
        // Whatever was announced before now may have been lost.
        params.onGap()
        while (!closed && !connection.isGone()) {
          if (clock.monotonic() - connection.respondedAt() > deadAfterMs) connection.drop()
          else connection.request()
          await pause(pollEveryMs)
        }
      } catch (cause) {
        log.warn({ channel, cause: String(cause) }, 'the listening connection is lost')
      }
      connection?.drop()
      connection = undefined
      if (!closed) await pause(wait)
      wait = Math.min(retryMs.max, wait * 2)
    }
  }

  const kept = keep()
  return {
    isCurrent: () =>
      connection !== undefined && !connection.isGone() && clock.monotonic() - connection.respondedAt() <= currentMs,
    async close() {
      closed = true
      wake()
      await kept
    },
  }
}

/** One connection while it lasts. */
type Connection = {
  /** Pings the other side, one query at a time. */
  request(): void
  /** When it last gave one, by the monotonic clock. */
  respondedAt(): number
  isGone(): boolean
  drop(): void
}

type OpenClient = pg.Client & { connection?: { stream?: { destroy(): void } } }

async function connect({ url, role, channel, clock, onMessage }: PgListenerParams): Promise<Connection> {
  const client: OpenClient = new pg.Client({
    ...asRole(url, role),
    application_name: `evenhand-line-${role}`,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
  })
  let gone = false
  let probing = false
  const drop = (): void => {
    gone = true
    client.end().catch(() => {})
    // A connection that is half dead does not end by a request: its socket must be destroyed.
    client.connection?.stream?.destroy()
  }
  client.on('error', () => void (gone = true))
  client.on('end', () => void (gone = true))
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (cause) {
    drop()
    throw cause
  }
  let respondedAt = clock.monotonic()
  const question = async (): Promise<void> => {
    try {
      await client.query('select 1')
      respondedAt = clock.monotonic()
    } catch {
      gone = true
    }
    probing = false
  }
  return {
    request() {
      if (probing) return
      probing = true
      void question()
    },
    respondedAt: () => respondedAt,
    isGone: () => gone,
    drop,
  }
}
