import type { ChatMessage, ChatState } from '@evenhand/protocol/chat.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import type { ChatStatus } from '@evenhand/protocol/states.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import type { ChatsDb } from './chats.deps.ts'
import type { Owner } from './conversation-owner.ts'

/** How many messages are read at once. */
export const messagesAtOnce = 100

/** How many wait before a conversation that no agent has taken, itself included. */
const queuePosition = sql`case when c.status = 'OPEN' and c.waiting_since is not null then (
  select count(*)::int from chats.conversations o
  where o.status = 'OPEN' and o.waiting_since is not null and (o.waiting_since, o.id) <= (c.waiting_since, c.id)) end`

/** Replies that the owner has not read; every message that an owner has read is before them. */
const unreadOf = sql`(select count(*)::int from chats.messages m
  where m.conversation_id = c.id and m.seq > c.customer_read and m.author = 'AGENT')`

const stateColumns = sql`c.id, c.status, c.lang, (extract(epoch from c.opened_at) * 1000)::float8 as "openedAt",
  c.last_seq as "lastSeq", ${unreadOf} as unread, c.customer_read as "customerRead", c.agent_read as "agentRead", ${queuePosition} as place, c.rating,
  c.previous_id as "previousId",
  case when c.status = 'CLOSED' then (select n.id from chats.conversations n where n.previous_id = c.id) end as "nextId"`

const stateOf = (row: ChatState): ChatState => ({
  ...row,
  status: row.status as ChatStatus,
  lang: langOf(row.lang),
  openedAt: Math.floor(row.openedAt),
})

const ownedBy = (owner: Owner): Fragment =>
  'customer' in owner ? sql`c.customer_id = ${owner.customer}` : sql`c.guest_id = ${owner.guest}`

/** How a conversation of this owner stands; undefined where it is another's, or none. */
export async function findOwnChat(db: ChatsDb, id: string, owner: Owner): Promise<ChatState | undefined> {
  const { rows } = await sql<ChatState>`
    select ${stateColumns} from chats.conversations c where c.id = ${id} and ${ownedBy(owner)}`.execute(db)
  return rows[0] && stateOf(rows[0])
}

/** What an owner has not read of the conversation that is not closed; undefined where nothing was written in one. */
export async function findUnread(db: ChatsDb, owner: Owner) {
  const { rows } = await sql<{ chatId: string; lastSeq: number; unread: number }>`
    select c.id as "chatId", c.last_seq as "lastSeq", ${unreadOf} as unread from chats.conversations c
    where ${ownedBy(owner)} and c.status <> 'CLOSED' and c.last_seq > 0`.execute(db)
  return rows[0]
}

/** The state of a conversation of any owner. */
export async function findChat(db: ChatsDb, id: string): Promise<ChatState | undefined> {
  const { rows } = await sql<ChatState>`select ${stateColumns} from chats.conversations c where c.id = ${id}`.execute(
    db,
  )
  return rows[0] && stateOf(rows[0])
}

/** The queue positions of all conversations that wait to be taken. */
export async function queuePositions(db: ChatsDb): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; place: number }>`
    select c.id, (row_number() over (order by c.waiting_since, c.id))::int as place from chats.conversations c
    where c.status = 'OPEN' and c.waiting_since is not null`.execute(db)
  return new Map(rows.map(({ id, place }) => [id, place]))
}

type MessageRow = Omit<ChatMessage, 'clientId'> & { clientId: string | null; operatorId: string | null }
export type StoredMessage = MessageRow

const messageColumns = sql`m.seq, m.author, (extract(epoch from m.at) * 1000)::float8 as at, m.text, m.event, m.params,
  m.files::text[] as files, m.documents::text[] as documents, m.client_id as "clientId", m.operator_id as "operatorId"`

type Range = { id: string; since?: number | undefined; before?: number | undefined }

/** Messages after a number, oldest first; with `before` the last ones before it. At most a hundred. */
export async function readMessages(db: ChatsDb, { id, since = 0, before }: Range): Promise<StoredMessage[]> {
  const { rows } = await sql<MessageRow>`
    select * from (
      select ${messageColumns} from chats.messages m
      where m.conversation_id = ${id} and m.seq > ${since} and m.seq < ${before ?? 2_147_483_647}
      order by m.seq ${before === undefined ? sql`asc` : sql`desc`} limit ${messagesAtOnce}) m order by m.seq`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, at: Math.floor(row.at) }))
}

/** A message as its customer sees it: which agent wrote it stays inside, and so does what agents' clients call theirs. */
export function ownMessage({ operatorId, clientId, ...message }: StoredMessage): ChatMessage {
  const isOwn = operatorId === null && message.author === 'CUSTOMER'
  return { ...message, clientId: isOwn ? clientId : null }
}

/** One message by its number. */
export async function findMessage(db: ChatsDb, id: string, seq: number): Promise<StoredMessage | undefined> {
  return (await readMessages(db, { id, since: seq - 1, before: seq + 1 }))[0]
}
