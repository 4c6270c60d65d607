import pg from 'pg'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Role } from './db.ts'

export type Announcements = {
  /**
   * True while everything that was announced has been heard: the line answered within the last second. What is kept in
   * memory about another process's doing may be believed only then.
   */
  isCurrent(): boolean
  close(): Promise<void>
}

export type AnnouncementsOf = {
  url: string
  role: Role
  channel: string
  clock: Pick<Clock, 'monotonic'>
  log: Log
  /** One announcement, as it was committed. */
  heard: (payload: string) => void
  /** The line was away and is back: whatever was announced meanwhile is lost. */
  missed: () => void
}

/** How old the line's last answer may be. */
const currentMs = 1000
const askEveryMs = 300
/** A line that says nothing for so long is dead, whatever its socket says. */
const deadAfterMs = 5000
const retryMs = { first: 200, most: 5000 }

/**
 * Listens to what other processes announce with NOTIFY, on a connection of its own that comes back by itself. An answer to
 * the line's own question comes after every announcement committed before it, so a recent answer means nothing is missing.
 */
export function openAnnouncements(of: AnnouncementsOf): Announcements {
  const { clock, log } = of
  let line: pg.Client | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let wake: () => void = () => {}

  const drop = (client: pg.Client): void => {
    if (line === client) line = undefined
    answeredAt = Number.NEGATIVE_INFINITY
    client.end().catch(() => {})
    // A connection that is half dead never ends by asking: its socket is what we hold.
    client.connection?.stream?.destroy()
  }

  const connect = async (): Promise<void> => {
    const client = lineTo(of)
    client.on('error', () => drop(client))
    client.on('end', () => drop(client))
    client.on('notification', ({ payload }) => of.heard(payload ?? ''))
    await client.connect()
    await client.query(`listen ${of.channel}`)
    line = client
    answeredAt = clock.monotonic()
    of.missed()
  }

  const ask = async (client: pg.Client): Promise<void> => {
    try {
      await client.query('select 1')
      if (line === client) answeredAt = clock.monotonic()
    } catch {
      drop(client)
    }
  }

  const keep = async (): Promise<void> => {
    let wait = retryMs.first
    while (!closed) {
      try {
        await connect()
        wait = retryMs.first
        await watch()
      } catch (cause) {
        log.warn({ channel: of.channel, cause: String(cause) }, 'announcements cannot be heard')
      }
      if (closed) return
      await pause(wait)
      wait = Math.min(retryMs.most, wait * 2)
    }
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, ms)
    })
  /** Asks the line again and again until it is gone. */
  const watch = async (): Promise<void> => {
    let asking = false
    while (!closed && line !== undefined) {
      const client = line
      if (clock.monotonic() - answeredAt > deadAfterMs) drop(client)
      else if (!asking) {
        asking = true
        void ask(client).finally(() => (asking = false))
      }
      await pause(askEveryMs)
    }
  }

  const kept = keep()
  return {
    isCurrent: () => clock.monotonic() - answeredAt <= currentMs,
    async close() {
      closed = true
      clearTimeout(timer)
      wake()
      const client = line
      line = undefined
      await client?.end().catch(() => {})
      await kept
    },
  }
}

type OpenLine = pg.Client & { connection?: { stream?: { destroy(): void } } }

const lineTo = ({ url, role }: AnnouncementsOf): OpenLine =>
  new pg.Client({
    connectionString: url,
    options: `-c role=${role} -c timezone=UTC`,
    application_name: `evenhand-line-${role}`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
