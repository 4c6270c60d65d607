import { createHash, randomBytes } from 'node:crypto'
import { chatToken } from '@evenhand/protocol/chat.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { FileOwner } from '../files/index.ts'
import type { ChatsDb } from './chats.deps.ts'

/** Whose a conversation is: a customer's, or a guest's. */
export type Owner = { readonly customer: string } | { readonly guest: string }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What names an owner for a limit. */
export const subjectOf = (owner: Owner): string => ('customer' in owner ? owner.customer : `guest ${owner.guest}`)

/** The same as the owner of files. */
export const fileOwnerOf = (owner: Owner): FileOwner =>
  'customer' in owner ? { customerId: owner.customer } : { guestId: owner.guest }

/** The guest whom a token stands for; undefined for an unknown token. */
export async function findGuest(db: ChatsDb, token: string): Promise<string | undefined> {
  if (!z.safeParse(chatToken, token).success) return undefined
  const row = await db
    .selectFrom('chats.guests')
    .select('id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return row?.id
}

/** Keeps a new guest; only the response has the token. */
export async function insertGuest(
  db: ChatsDb,
  { id, email, at }: { id: string; email: string | undefined; at: number },
): Promise<string> {
  const token = `chat_${randomBytes(32).toString('base64url')}`
  await sql`insert into chats.guests (id, token_hash, email, created_at)
    values (${id}, ${hashOf(token)}, ${email ?? null}, ${dateOf(at)})`.execute(db)
  return token
}

/** The address that a guest gave. */
export async function guestEmail(db: ChatsDb, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('chats.guests').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email ?? undefined
}

/** Who calls; undefined for a visitor who has neither a session nor a conversation. */
export async function ownerOf(
  db: ChatsDb,
  { session, token }: Pick<Call, 'session' | 'token'>,
): Promise<Owner | undefined> {
  if (session.customerId !== '') return { customer: session.customerId }
  const guest = await findGuest(db, token)
  return guest === undefined ? undefined : { guest }
}

/** The same where a conversation is named; refuses 40039. */
export async function mustOwner(db: ChatsDb, call: Call): Promise<Owner> {
  const owner = await ownerOf(db, call)
  if (owner === undefined) throw refuse('notFound')
  return owner
}
