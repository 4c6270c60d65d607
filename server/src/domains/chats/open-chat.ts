import type { openChat } from '@evenhand/protocol/chat.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import type * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { isMailAddress } from '../../kernel/mail/mail.ts'
import type { ChatsDeps } from './chats.deps.ts'
import { maxGuestChats } from './chats.rules.ts'
import { findOwnChat } from './chats.store.ts'
import { claimChats, openConversation } from './chats.writes.ts'
import { findGuest, insertGuest, ownerOf, type Owner } from './conversation-owner.ts'
import type { createService } from './service.ts'

/** New guests of one address (IPv6: of one /64). */
const guestRule = { name: 'chat guests', max: 10, perMs: hourMs }

type Request = z.output<typeof openChat.request>
type Deps = ChatsDeps & { service: ReturnType<typeof createService> }

/**
 * The conversation of who calls, or a new one. Refuses 40020 a guest without an address while no agent is online, 10002 one
 * that is no address, 40029 too many new guests of one network, 40038 too many open conversations of guests.
 */
export async function openChatOf(deps: Deps, request: Request, call: Call) {
  const { db, clock } = deps
  const at = clock.now()
  const service = await deps.service()
  const known = await ownerOf(db, call)
  if (known !== undefined && 'customer' in known) await takeAlong(deps, request, known)
  const { owner, chatToken } =
    known === undefined
      ? await newGuest(deps, { request, call, isOpen: service.isOpen })
      : { owner: known, chatToken: null }
  const opened = await openConversation(db, {
    id: uuidV7(at),
    owner,
    lang: request.lang ?? call.lang,
    topic: request.topic,
    screen: request.screen,
    at,
  })
  if (opened.outcome === 'full') throw refuse('openLimitReached', { limit: 'chats', max: maxGuestChats })
  const chat = await findOwnChat(db, opened.chatId, owner)
  if (chat === undefined) throw new Error('a conversation was not opened')
  return { chat, service, chatToken }
}

/** A guest's conversations become those of the customer who signed in, by the token that only the guest's browser has. */
async function takeAlong({ db }: ChatsDeps, { chatToken }: Request, { customer }: { customer: string }): Promise<void> {
  const guest = chatToken === undefined ? undefined : await findGuest(db, chatToken)
  if (guest !== undefined) await claimChats(db, { guest, customer })
}

type Entering = { request: Request; call: Call; isOpen: boolean }

async function newGuest(
  { db, clock, limits }: ChatsDeps,
  { request: { email }, call, isOpen }: Entering,
): Promise<{ owner: Owner; chatToken: string }> {
  if (email !== undefined && !isMailAddress(email)) throw refuse('emailMalformed')
  if (email === undefined && !isOpen)
    throw refuse('dataIncomplete', { fields: [{ field: 'email', reason: 'missing' }] })
  limits.take(guestRule, ipBucketOf(call.ip))
  const at = clock.now()
  const guest = uuidV7(at)
  const chatToken = await insertGuest(db, { id: guest, email, at })
  return { owner: { guest }, chatToken }
}
