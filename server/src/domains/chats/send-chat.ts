import { maskSecrets } from '@evenhand/protocol/chat-secrets.ts'
import type { sendChat } from '@evenhand/protocol/chat.ts'
import type * as z from 'zod/mini'
import { createLane, type Lane } from '../../kernel/concurrency/lanes.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { ChatsDeps } from './chats.deps.ts'
import { findMessage, findOwnChat, ownMessage } from './chats.store.ts'
import { postMessages, type Posted, type Posting } from './chats.writes.ts'
import { fileOwnerOf, mustOwner, subjectOf } from './conversation-owner.ts'

/** Messages of one customer or guest. */
const messageRule = { name: 'chat messages', max: 20, perMs: 30_000 }

type Request = z.output<typeof sendChat.request>
export type MessageLane = Lane<Posting, Posted>

/**
 * Writes the messages of one moment together. PostgreSQL commits transactions that notify one after the other, each with the
 * wait for the disk, so that messages written one by one would wait for all before them.
 */
export const createMessageLane = ({ db, log }: Pick<ChatsDeps, 'db' | 'log'>): MessageLane =>
  createLane({
    name: 'chat messages',
    ownerOf: ({ owner }) => subjectOf(owner),
    maxBatch: 100,
    maxQueue: 2000,
    log,
    post: (batch) => postMessages(db, batch),
  })

/**
 * Keeps a message, once for a client id: the same one again returns the one that was kept. What is masked never reaches the
 * database. Refuses 40039 a conversation or a file of another's, 40020 a message of nothing, 40029 too many.
 */
export async function sendChatOf(deps: ChatsDeps & { lane: MessageLane }, request: Request, call: Call) {
  const { db, clock, files, limits } = deps
  const owner = await mustOwner(db, call)
  const sent = [...new Set(request.files ?? [])]
  if (request.text === '' && sent.length === 0)
    throw refuse('dataIncomplete', { fields: [{ field: 'text', reason: 'missing' }] })
  limits.take(messageRule, subjectOf(owner))
  const documents: string[] = []
  for (const file of sent)
    if ((await files.mustOwnAttachment(fileOwnerOf(owner), file)) === 'application/pdf') documents.push(file)
  const at = clock.now()
  const text = maskSecrets(request.text)
  const message = {
    clientId: request.clientId,
    text,
    files: sent,
    documents,
    newChat: uuidV7(at),
    screen: request.screen,
  }
  const kept = await deps.lane.send({ id: request.id, owner, message, at })
  if (kept.outcome === 'missing') throw refuse('notFound')
  const [chat, written] = await Promise.all([
    findOwnChat(db, kept.chatId, owner),
    findMessage(db, kept.chatId, kept.seq),
  ])
  if (chat === undefined || written === undefined) throw refuse('notFound')
  return { chat, message: ownMessage(written), masked: text !== request.text }
}
