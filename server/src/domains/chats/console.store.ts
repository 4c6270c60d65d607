import type { ChatView, QueuedChat } from '@evenhand/protocol/chats-console.ts'
import { chatStatuses } from '@evenhand/protocol/states.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { ChatsDb } from './chats.deps.ts'

/** A conversation as operators' lists need it; agents and customers by their ids. */
export type ChatRow = Omit<QueuedChat, 'username' | 'assignedTo' | 'mine'> & {
  guestId: string | null
  agentId: string | null
  lastSeq: number
  customerRead: number
  screen: string | null
}

const ms = (column: Fragment): Fragment => sql`floor(extract(epoch from ${column}) * 1000)::float8`
const columns = sql`c.id, c.status, c.lang, c.topic, c.customer_id as "customerId", c.guest_id as "guestId",
  c.assigned_to as "agentId", ${ms(sql`c.waiting_since`)} as "waitingSince", ${ms(sql`c.opened_at`)} as "openedAt",
  ${ms(sql`c.changed_at`)} as "changedAt", c.last_seq - c.agent_read as unread, c.rating, c.last_seq as "lastSeq",
  c.customer_read as "customerRead", c.screen`

function conditionOf(view: ChatView, operatorId: string): Fragment {
  if (view === 'WAITING') return sql`c.waiting_since is not null`
  if (view === 'MINE') return sql`c.assigned_to = ${operatorId} and c.status in ('ASSIGNED', 'WAITING_USER')`
  if (view === 'ALL') return sql`c.status <> 'CLOSED'`
  return sql`c.status = ${chatStatuses.find((status) => status === view) ?? 'OPEN'}`
}

/** A page of the queue: who waits comes first, the longest on top; nothing was written in what is left out. */
export async function queuedChats(
  db: ChatsDb,
  params: { view: ChatView; operatorId: string; limit: number; offset: number },
): Promise<{ rows: ChatRow[]; total: number }> {
  const { rows } = await sql<ChatRow & { total: number }>`
    select ${columns}, (count(*) over ())::int as total from chats.conversations c
    where c.last_seq > 0 and ${conditionOf(params.view, params.operatorId)}
    order by c.waiting_since nulls last, c.changed_at desc, c.id limit ${params.limit} offset ${params.offset}`.execute(
    db,
  )
  return { rows, total: rows[0]?.total ?? 0 }
}

/** One conversation of any owner. */
export async function findChatRow(db: ChatsDb, id: string): Promise<ChatRow | undefined> {
  const { rows } = await sql<ChatRow>`select ${columns} from chats.conversations c where c.id = ${id}`.execute(db)
  return rows[0]
}

export type NoteRow = { id: string; operatorId: string; text: string; at: number }

/** What stands beside a conversation: notes, earlier ones of the same customer or guest, and how often the guard stopped one. */
export async function besideChat(db: ChatsDb, { id, customerId, guestId }: ChatRow) {
  const [notes, earlier, blocked] = await Promise.all([
    sql<NoteRow>`select id, operator_id as "operatorId", text, ${ms(sql`at`)} as at from chats.notes
      where conversation_id = ${id} order by chats.notes.at, id limit 100`.execute(db),
    sql<{ id: string; status: ChatRow['status']; openedAt: number }>`
      select c.id, c.status, ${ms(sql`c.opened_at`)} as "openedAt" from chats.conversations c
      where (c.customer_id = ${customerId} or c.guest_id = ${guestId}) and c.id <> ${id} and c.last_seq > 0
      order by c.opened_at desc limit 20`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from chats.blocked where conversation_id = ${id}`.execute(db),
  ])
  return { notes: notes.rows, earlier: earlier.rows, blocked: blocked.rows[0]?.count ?? 0 }
}

/** Notes that an agent is at the console, at most every half minute. */
export async function markPresent(db: ChatsDb, { operatorId, at }: { operatorId: string; at: number }): Promise<void> {
  await sql`insert into chats.presence as p (operator_id, seen_at) values (${operatorId}, ${dateOf(at)})
    on conflict (operator_id) do update set seen_at = excluded.seen_at
    where p.seen_at < excluded.seen_at - interval '30 seconds'`.execute(db)
}

type Written = { id: string; chatId: string; operatorId: string; text: string; at: number }

/** Keeps a note. */
export async function insertNote(db: ChatsDb, { id, chatId, operatorId, text, at }: Written): Promise<void> {
  await sql`insert into chats.notes (id, conversation_id, operator_id, text, at)
    values (${id}, ${chatId}, ${operatorId}, ${text}, ${dateOf(at)})`.execute(db)
}

/** Keeps a message that was not sent. */
export async function insertBlocked(db: ChatsDb, params: Written & { rule: string }): Promise<void> {
  await sql`insert into chats.blocked (id, conversation_id, operator_id, rule, text, at)
    values (${params.id}, ${params.chatId}, ${params.operatorId}, ${params.rule}, ${params.text}, ${dateOf(params.at)})`.execute(
    db,
  )
}

/** Whether a message of the conversation carries a file. */
export async function holdsFile(db: ChatsDb, { id, fileId }: { id: string; fileId: string }): Promise<boolean> {
  const { rows } = await sql`select from chats.messages where conversation_id = ${id} and ${fileId}::uuid = any(files)
    limit 1`.execute(db)
  return rows.length > 0
}
