import { chatReopenDays } from '@evenhand/protocol/chat.ts'
import { sql } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { ChatsDb } from './chats.deps.ts'
import { customerDays, guestDays, maxGuestChats } from './chats.rules.ts'
import type { Owner } from './conversation-owner.ts'

const only = <R>(rows: readonly R[]): R => {
  const [row] = rows
  if (row === undefined) throw new Error('a function returned nothing')
  return row
}

type Opening = {
  id: string
  owner: Owner
  lang: string
  topic: string | undefined
  screen: string | undefined
  at: number
}

/** The owner's conversation, or a new one; see chats.open. */
export async function openConversation(db: ChatsDb, { owner, at, ...rest }: Opening) {
  const { rows } = await sql<{ outcome: 'found' | 'opened' | 'full'; chatId: string }>`
    select outcome, chat_id as "chatId"
    from chats.open(${JSON.stringify({ ...rest, ...owner })}::jsonb, ${maxGuestChats}, ${dateOf(at)})`.execute(db)
  return only(rows)
}

/** A guest's conversations become a customer's; see chats.claim. */
export async function claimChats(db: ChatsDb, { guest, customer }: { guest: string; customer: string }): Promise<void> {
  await sql`select chats.claim(${guest}, ${customer})`.execute(db)
}

export type Posting = {
  id: string
  owner: Owner
  message: {
    clientId: string
    text: string
    files: readonly string[]
    documents: readonly string[]
    newChat: string
    screen?: string | undefined
  }
  at: number
}

export type Posted = { outcome: 'added' | 'known' | 'missing'; chatId: string; seq: number }

/** Messages of customers and guests, one of an owner, all of them or none; their outcomes in order. See chats.post_messages. */
export async function postMessages(db: ChatsDb, posts: readonly Posting[]): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select outcome, chat_id as "chatId", seq
    from chats.post_messages(${JSON.stringify(posts)}::jsonb, ${chatReopenDays})`.execute(db)
  return rows
}

type AgentPosting = { id: string; operatorId: string; clientId: string; text: string; at: number }

/** A message of an agent, as the role `console`; see chats.post_as_agent. */
export async function postAsAgent(db: ChatsDb, { id, operatorId, clientId, text, at }: AgentPosting) {
  const { rows } = await sql<{ outcome: 'added' | 'known' | 'missing' | 'state'; seq: number }>`
    select outcome, seq from chats.post_as_agent(
      ${id}, ${operatorId}, ${JSON.stringify({ clientId, text })}::jsonb, ${dateOf(at)})`.execute(db)
  return only(rows)
}

export type ChatStep = 'take' | 'transfer' | 'release' | 'resolve' | 'close' | 'offer'

/** A step of an agent, as the role `console`; see chats.take_step. */
export async function takeStep(
  db: ChatsDb,
  params: { id: string; operatorId: string; step: ChatStep; to?: string; at: number },
) {
  const { rows } = await sql<{ outcome: 'done' | 'missing' | 'state'; was: string }>`
    select outcome, was from chats.take_step(
      ${params.id}, ${params.operatorId}, ${params.step}, ${params.to ?? null}, ${dateOf(params.at)})`.execute(db)
  return only(rows)
}

/** How far an owner, or the agents where it is null, have read. */
export async function markRead(db: ChatsDb, params: { id: string; owner: Owner | null; upTo: number }): Promise<void> {
  const owner = params.owner === null ? null : JSON.stringify(params.owner)
  await sql`select chats.mark_read(${params.id}, ${owner}::jsonb, ${params.upTo}::int)`.execute(db)
}

/** A rating of the owner's; false where it cannot be given. */
export async function rateConversation(
  db: ChatsDb,
  { id, owner, rating }: { id: string; owner: Owner; rating: number },
): Promise<boolean> {
  const { rows } = await sql<{ rated: boolean }>`
    select chats.rate(${id}, ${JSON.stringify(owner)}::jsonb, ${rating}::smallint) as rated`.execute(db)
  return only(rows).rated
}

/** Notes in the customer's conversation that a complaint was made from it; false where it is not the customer's. */
export async function noteComplaint(
  db: ChatsDb,
  { id, customerId, params, at }: { id: string; customerId: string; params: { no: string; id: string }; at: number },
): Promise<boolean> {
  const { rows } = await sql<{ noted: boolean }>`
    select chats.note_complaint(${id}, ${customerId}, ${JSON.stringify(params)}::jsonb, ${dateOf(at)}) as noted`.execute(
    db,
  )
  return only(rows).noted
}

/** What is due by the clock; how many conversations were changed. */
export async function runDue(db: ChatsDb, at: number): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select chats.run_due(${chatReopenDays}, ${dateOf(at)}) as changed`.execute(db)
  return only(rows).changed
}

/** Forgets what is not kept any longer; the files of it, which are to be erased. */
export async function forgetChats(db: ChatsDb, at: number): Promise<string[]> {
  const { rows } = await sql<{ files: string[] }>`
    select chats.forget(${guestDays}, ${customerDays}, ${dateOf(at)})::text[] as files`.execute(db)
  return only(rows).files
}

export type Unread = { chatId: string; customerId: string | null; email: string | null; lang: string; seq: number }

/** Conversations with a reply that their customer has not read since a time, the oldest reply first. */
export async function unreadChats(db: ChatsDb, before: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from chats.conversations
    where agent_seq > customer_read and agent_seq > noticed_seq and agent_at <= ${dateOf(before)}
    order by agent_at limit 200`.execute(db)
  return rows.map(({ id }) => id)
}

/** Replies of these conversations that are to be notified outside of them; see chats.take_unread. */
export async function takeUnread(
  tx: ChatsDb,
  { ids, before }: { ids: readonly string[]; before: number },
): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    select chat_id as "chatId", customer_id as "customerId", email, lang, seq
    from chats.take_unread(${[...ids]}::uuid[], ${dateOf(before)})`.execute(tx)
  return rows
}
