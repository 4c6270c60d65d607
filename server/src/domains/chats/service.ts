import type { ChatService } from '@evenhand/protocol/chat.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { sql } from '../../kernel/db/db.ts'
import type { PublicWaits, WaitingCases } from '../../kernel/module/queue.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { ChatsDb, ChatsDeps } from './chats.deps.ts'
import { isWithin, presentMs, promisedMs, type Hours } from './chats.rules.ts'

/** A count is as old as this at most; every visitor who opens the widget requests it. */
const freshMs = 2000

/** The hours of service. */
export async function readHours(db: ChatsDb): Promise<Hours> {
  const row = await db.selectFrom('chats.hours').select(['days', 'from_minute', 'to_minute']).executeTakeFirstOrThrow()
  return { days: row.days, from: row.from_minute, to: row.to_minute }
}

/** What waited for a first reply in the last 30 days, and what waits now. Milliseconds of the product's clock. */
export async function chatWaits(db: ChatsDb, now: number): Promise<PublicWaits> {
  const since = dateOf(now - 30 * dayMs)
  const { rows } = await sql<PublicWaits>`
    select (count(*) filter (where waits))::int as open,
      (count(*) filter (where waits and since < ${dateOf(now - promisedMs)}))::int as overdue,
      (count(*) filter (where not waits))::int as ended,
      (percentile_disc(0.5) within group (order by waited) filter (where not waits))::int as "medianS",
      (percentile_disc(0.95) within group (order by waited) filter (where not waits))::int as "p95S"
    from (
      select c.waiting_since as since, true as waits, null::float8 as waited from chats.conversations c
      where c.waiting_since is not null
      union all
      select c.first_message_at, false, greatest(0, extract(epoch from c.first_reply_at - c.first_message_at)) from chats.conversations c
      where c.first_message_at > ${since} and c.first_reply_at is not null) w`.execute(db)
  return rows[0] ?? { open: 0, overdue: 0, ended: 0, medianS: null, p95S: null }
}

/** What waits for agents, for the console. */
export async function chatQueue(db: ChatsDb, now: number): Promise<WaitingCases> {
  const { rows } = await sql<WaitingCases>`
    select count(*)::int as open, (count(*) filter (where waiting_since < ${dateOf(now - promisedMs)}))::int as overdue,
      min(waiting_since) as oldest from chats.conversations where waiting_since is not null`.execute(db)
  return rows[0] ?? { open: 0, overdue: 0, oldest: null }
}

/** Whether agents reply now: within the hours of service, while one is at the console. */
export function createService({ db, clock }: Pick<ChatsDeps, 'db' | 'clock'>) {
  let newest: Promise<ChatService> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  const read = async (now: number): Promise<ChatService> => {
    const hours = await readHours(db)
    const { open, medianS } = await chatWaits(db, now)
    const present = await db
      .selectFrom('chats.presence')
      .select('operator_id')
      .where('seen_at', '>', dateOf(now - presentMs))
      .limit(1)
      .execute()
    return {
      isOpen: present.length > 0 && isWithin(hours, now),
      hours: { days: [...hours.days], from: hours.from, to: hours.to },
      waiting: open,
      medianS,
    }
  }
  return async (): Promise<ChatService> => {
    const now = clock.now()
    if (newest === undefined || Math.abs(now - readAt) > freshMs) {
      readAt = now
      newest = read(now)
      newest.catch(() => (newest = undefined))
    }
    return newest
  }
}
