import { randomUUID } from 'node:crypto'
import type { SocketFrame } from '@evenhand/protocol/notices.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'
import type { SessionSockets } from '../../kernel/sockets/session-socket.ts'
import type { NotificationCatalogue } from './notification-catalogue.ts'
import { noticesFor, type NoticesDb } from './notices.store.ts'

export type OrderEvent = Extract<SocketFrame, { channel: 'orders' }>['what']

/** Something that open pages of a customer should know of. */
export type Event =
  | { what: 'notice'; accountId: bigint; id: string }
  | { what: 'read'; accountId: bigint }
  | { what: 'balances'; accountId: bigint; mode: AccountMode }
  | { what: 'order'; accountId: bigint; mode: AccountMode; id: string; now: OrderEvent }
  /** For every open page: a collectible is another than before. */
  | { what: 'collectible'; id: string }

type Sockets = Pick<SessionSockets, 'send' | 'sendAll' | 'has'>
type Own = Exclude<Event, { what: 'collectible' }>

export type Delivery = {
  /** Notifies this process's sockets at once, and those of other processes within a tenth of a second. */
  publish(events: readonly Event[]): void
  /** A message of another process. */
  onMessage(payload: string): void
  /** Sets the sockets to notify; before it is called there are none. */
  pushTo(sockets: Sockets): void
  /** Messages may have been missed: every page reads anew. */
  onGap(): void
  /** Sends the messages that still wait. */
  stop(): Promise<void>
}

const flushEveryMs = 50
/** PostgreSQL takes payloads below 8000 bytes. */
const payloadSize = 7000
/** Beyond so many waiting, sending each would take longer than a reload by every page. */
const maxWaiting = 20_000

type Params = { db: NoticesDb; catalogue: NotificationCatalogue; log: Log; channel: string }

/**
 * Sends events to the sockets of the customers they concern, wherever these are connected. An event that is lost is not
 * repeated: nothing is decided by it, and a page that may have missed one gets `resync`.
 */
export function createDelivery({ db, catalogue, log, channel }: Params): Delivery {
  const self = randomUUID().slice(0, 8)
  let sockets: Sockets | undefined
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> = Promise.resolve()

  const deliver = async (to: Sockets, events: readonly Event[]): Promise<void> => {
    for (const id of new Set(events.flatMap((event) => (event.what === 'collectible' ? [event.id] : []))))
      to.sendAll({ channel: 'nft', id })
    const ours = events.filter((event): event is Own => event.what !== 'collectible' && to.has(event.accountId))
    for (const event of ours) notifyMoney(to, event)
    const notified = ours.flatMap((event) => (event.what === 'notice' || event.what === 'read' ? [event] : []))
    if (notified.length === 0) return
    const ids = notified.flatMap((event) => (event.what === 'notice' ? [event.id] : []))
    const { notices, unread } = await noticesFor({ db, catalogue }, ids, [
      ...new Set(notified.map(({ accountId }) => accountId)),
    ])
    for (const event of notified) {
      const notification = event.what === 'notice' ? notices.get(event.id) : undefined
      const counted = { channel: 'notifications', unread: unread.get(event.accountId) ?? 0 } as const
      to.send(event.accountId, notification === undefined ? counted : { ...counted, notification })
    }
  }
  const outbox = (events: readonly Event[]): void => {
    const to = sockets
    // Most events are of customers who have no page open here.
    if (to === undefined || !events.some((event) => event.what === 'collectible' || to.has(event.accountId))) return
    deliver(to, events).catch((cause: unknown) =>
      log.warn({ cause: String(cause) }, 'notices could not be read for sockets'),
    )
  }

  const flush = async (): Promise<void> => {
    const lines = waiting.length > maxWaiting ? ['resync'] : waiting
    waiting = []
    const payloads = gathered(lines).map((payload) => `${self} ${payload}`)
    await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as sent(payload)`.execute(db)
  }
  const untold = (cause: unknown): void =>
    log.warn({ cause: String(cause) }, 'events could not be published to other processes')
  const flushSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      flushing = flush().catch(untold)
    }, flushEveryMs)
  }

  const resync = (): void => sockets?.sendAll({ channel: 'session', what: 'resync' })
  return {
    publish(events) {
      if (events.length === 0) return
      outbox(events)
      if (waiting.length <= maxWaiting) for (const event of events) waiting.push(lineOf(event))
      flushSoon()
    },
    onMessage(payload) {
      if (payload.startsWith(`${self} `)) return
      const lines = payload.slice(payload.indexOf(' ') + 1).split(';')
      if (lines.includes('resync')) resync()
      else outbox(lines.flatMap(eventOf))
    },
    pushTo: (to) => void (sockets = to),
    onGap: resync,
    async stop() {
      clearTimeout(timer)
      await flushing
      // What was published last still reaches the pages of other processes, which go on.
      if (waiting.length > 0) await flush().catch(untold)
    },
  }
}

function notifyMoney(to: Pick<SessionSockets, 'send'>, event: Own): void {
  if (event.what === 'order') to.send(event.accountId, { channel: 'orders', id: event.id, what: event.now }, event.mode)
  // An order that enters moves no money; every other change of it does.
  if (event.what === 'balances' || (event.what === 'order' && event.now !== 'ENTERED'))
    to.send(event.accountId, { channel: 'balances' }, event.mode)
}

function lineOf(event: Event): string {
  switch (event.what) {
    case 'notice':
      return `notice ${event.accountId} ${event.id}`
    case 'read':
      return `read ${event.accountId}`
    case 'balances':
      return `balances ${event.accountId} ${event.mode}`
    case 'collectible':
      return `collectible 0 ${event.id}`
    case 'order':
      return `order ${event.accountId} ${event.mode} ${event.id} ${event.now}`
  }
}

function eventOf(line: string): Event[] {
  const [what, account = '', third = '', id = '', now = ''] = line.split(' ')
  if (!/^[0-9]{1,19}$/.test(account)) return []
  const accountId = BigInt(account)
  const mode = third as AccountMode
  if (what === 'notice') return [{ what, accountId, id: third }]
  if (what === 'read') return [{ what, accountId }]
  if (what === 'balances') return [{ what, accountId, mode }]
  if (what === 'collectible') return [{ what, id: third }]
  return what === 'order' ? [{ what, accountId, mode, id, now: now as OrderEvent }] : []
}

/** Lines in as few payloads as they fit in. */
function gathered(lines: readonly string[]): string[] {
  const payloads: string[] = []
  let payload = ''
  for (const line of lines) {
    if (payload.length + line.length + 1 > payloadSize) {
      payloads.push(payload)
      payload = ''
    }
    payload += payload === '' ? line : `;${line}`
  }
  return payload === '' ? payloads : [...payloads, payload]
}
