import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { dateOf } from '../../../kernel/time/clock.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'
import { keyOfToken, newToken } from './oauth-flow-seal.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

type AuthDb = Db<'auth'>

export const ticketLifeMs = 10 * minuteMs
const tries = 5

/** What a provider has vouched for, waiting for what our side must add. `customerId` is undefined to register alone. */
export type Ticket = {
  purpose: 'link' | 'register' | 'signIn'
  issuer: string
  subject: string
  provider: SocialProvider
  email: string
  customerId: string | undefined
  inviteCode: string | undefined
}

/** Keeps a ticket for ten minutes; returns its token, which is stored nowhere. */
export async function keepTicket(db: AuthDb, params: Ticket & { now: number }): Promise<string> {
  const token = newToken()
  await db
    .insertInto('auth.social_tickets')
    .values({
      token_hash: keyOfToken(token),
      purpose: params.purpose,
      issuer: params.issuer,
      subject: params.subject,
      provider: params.provider,
      email: params.email,
      customer_id: params.customerId ?? null,
      invite_code: params.inviteCode ?? null,
      tries_left: tries,
      expires_at: dateOf(params.now + ticketLifeMs),
    })
    .execute()
  return token
}

type TicketParams = { token: string; purpose: Ticket['purpose']; now: number }

/** The ticket of a token, without using it up. */
export async function findTicket(db: AuthDb, { token, purpose, now }: TicketParams): Promise<Ticket | undefined> {
  const row = await db
    .selectFrom('auth.social_tickets')
    .selectAll()
    .where('token_hash', '=', keyOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', dateOf(now))
    .executeTakeFirst()
  return row && ticketOf(row)
}

/** The ticket of a token at the cost of one of its five tries: a thousand guesses at once are still five. */
export async function tryTicket(db: AuthDb, { token, purpose, now }: TicketParams): Promise<Ticket | undefined> {
  const rows = await sql<Row>`
    update auth.social_tickets set tries_left = tries_left - 1
    where token_hash = ${keyOfToken(token)} and purpose = ${purpose} and tries_left > 0 and expires_at > ${dateOf(now)}
    returning *`.execute(db)
  const row = rows.rows[0]
  return row && ticketOf(row)
}

/** Takes the ticket: true for exactly one caller, since the row is gone with it. */
export async function takeTicket(db: AuthDb, token: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('auth.social_tickets')
    .where('token_hash', '=', keyOfToken(token))
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

type Row = {
  purpose: string
  issuer: string
  subject: string
  provider: string
  email: string
  customer_id: string | null
  invite_code: string | null
}

const ticketOf = (row: Row): Ticket => ({
  purpose: row.purpose === 'link' || row.purpose === 'signIn' ? row.purpose : 'register',
  issuer: row.issuer,
  subject: row.subject,
  provider: row.provider === 'apple' ? 'apple' : 'google',
  email: row.email,
  customerId: row.customer_id ?? undefined,
  inviteCode: row.invite_code ?? undefined,
})

/** Takes a state that came back: true once, however often and by however many callers it is brought again. */
export async function takeState(db: AuthDb, { state, until }: { state: string; until: number }): Promise<boolean> {
  const taken = await db
    .insertInto('auth.social_states')
    .values({ state_hash: keyOfToken(state), expires_at: dateOf(until) })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n
}

/** Deletes tickets and states that have ended by time. */
export async function sweepSocial(db: AuthDb, now: number): Promise<void> {
  await db.deleteFrom('auth.social_tickets').where('expires_at', '<', dateOf(now)).execute()
  await db.deleteFrom('auth.social_states').where('expires_at', '<', dateOf(now)).execute()
}
