import {
  attendChat,
  chatQueue,
  noteChat,
  stepChat,
  viewChat,
  viewChatPicture,
  writeChat,
  type QueuedChat,
  type SeenChatMessage,
} from '@evenhand/protocol/chats-console.ts'
import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import type * as z from 'zod/mini'
import { withAttachment } from '../../kernel/http/http.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { cannedConsole } from './canned.console.ts'
import type { ChatsConsoleDeps } from './chats.deps.ts'
import { findMessage, ownMessage, readMessages, type StoredMessage } from './chats.store.ts'
import { markRead, postAsAgent, takeStep } from './chats.writes.ts'
import {
  besideChat,
  findChatRow,
  holdsFile,
  insertBlocked,
  insertNote,
  markPresent,
  queuedChats,
  type ChatRow,
} from './console.store.ts'
import { brokenPromise } from './promise-guard/guard.ts'

/** Agents' part of conversations: the queue, one conversation, and what they write and do. */
export const chatsConsole = (deps: ChatsConsoleDeps): MountedOperator[] => [
  handleOperator(chatQueue, (request, call) => queue(deps, request, call)),
  handleOperator(viewChat, (request, call) => view(deps, request, call)),
  handleOperator(writeChat, (request, call) => write(deps, request, call)),
  handleOperator(stepChat, (request, call) => step(deps, request, call)),
  handleOperator(noteChat, (request, call) => note(deps, request, call)),
  handleOperator(attendChat, (request, call) => attend(deps, request, call)),
  handleOperator(viewChatPicture, async (request, call) => withAttachment(await attachment(deps, request, call))),
  ...cannedConsole(deps),
]

async function queue(deps: ChatsConsoleDeps, request: z.output<typeof chatQueue.request>, call: OperatorCall) {
  const { view: shown = 'WAITING', page = 1, size = 50 } = request
  const operatorId = call.operator.id
  if (call.operator.roles.includes('support')) await markPresent(deps.db, { operatorId, at: deps.clock.now() })
  const paged = { limit: size, offset: (page - 1) * size }
  const { rows, total } = await queuedChats(deps.db, { view: shown, operatorId, ...paged })
  return { rows: await queuedViews(deps, rows, call), total, page, size }
}

async function queuedViews(
  deps: ChatsConsoleDeps,
  rows: readonly ChatRow[],
  call: OperatorCall,
): Promise<QueuedChat[]> {
  const ids = rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]))
  const [customers, names] = await Promise.all([
    deps.accounts.findMany([...new Set(ids)]),
    deps.operatorNames(rows.flatMap(({ agentId }) => (agentId === null ? [] : [agentId]))),
  ])
  const usernames = new Map(customers.map(({ id, username }) => [id, username]))
  return rows.map(({ guestId: _guest, agentId, lastSeq: _last, customerRead: _read, screen: _screen, ...row }) => ({
    ...row,
    username: row.customerId === null ? null : (usernames.get(row.customerId) ?? ''),
    assignedTo: agentId === null ? null : (names.get(agentId) ?? ''),
    mine: agentId === call.operator.id,
  }))
}

async function mustFind(deps: Pick<ChatsConsoleDeps, 'db'>, id: string): Promise<ChatRow> {
  const row = await findChatRow(deps.db, id)
  if (row === undefined) throw refuse('notFound')
  return row
}

async function view(deps: ChatsConsoleDeps, { id, since }: z.output<typeof viewChat.request>, call: OperatorCall) {
  const { db } = deps
  const row = await mustFind(deps, id)
  const { customerId, guestId } = row
  if (customerId !== null)
    await deps.operators.recordAccess(call, {
      act: 'chat.view',
      subject: `chat:${id}`,
      customerId,
      reason: automaticReasons.chat,
    })
  const from = since ?? 0
  const [[shown], messages, beside, agents, email] = await Promise.all([
    queuedViews(deps, [row], call),
    since === undefined ? readMessages(db, { id, before: row.lastSeq + 1 }) : readMessages(db, { id, since: from }),
    besideChat(db, row),
    deps.agents(),
    guestId === null ? null : deps.guestEmail(guestId),
  ])
  if (shown === undefined) throw refuse('notFound')
  const names = await deps.operatorNames([
    ...messages.flatMap(({ operatorId }) => operatorId ?? []),
    ...beside.notes.map(({ operatorId }) => operatorId),
  ])
  const nameOf = (operatorId: string | null): string | null =>
    operatorId === null ? null : (names.get(operatorId) ?? '')
  return {
    ...shown,
    lastSeq: row.lastSeq,
    customerRead: row.customerRead,
    customerTyping: deps.customerWrites(id),
    screen: row.screen,
    email,
    messages: messages.map((message) => seenOf(message, nameOf)),
    notes: beside.notes.map(({ operatorId, ...one }) => ({ ...one, by: names.get(operatorId) ?? '' })),
    earlier: beside.earlier,
    agents: [...agents],
    blocked: beside.blocked,
  }
}

const seenOf = (message: StoredMessage, nameOf: (id: string | null) => string | null): SeenChatMessage => ({
  ...ownMessage(message),
  by: nameOf(message.operatorId),
})

/** Sends a reply of the agent who has the conversation, or keeps it as blocked. Refuses 40039 to any other agent. */
async function write(deps: ChatsConsoleDeps, request: z.output<typeof writeChat.request>, call: OperatorCall) {
  const { db, clock } = deps
  const { id, clientId, text } = request
  const { customerId } = await mustFind(deps, id)
  if (text === '') throw refuse('dataIncomplete', { fields: [{ field: 'text', reason: 'missing' }] })
  const at = clock.now()
  const operatorId = call.operator.id
  const blocked = brokenPromise(text, deps.ownHosts)
  if (blocked !== undefined) {
    await db.transaction().execute(async (tx) => {
      await insertBlocked(tx, { id: uuidV7(at), chatId: id, operatorId, rule: blocked.rule, text, at })
      await deps.operators.recordAuditEntry(tx, call, {
        act: 'chat.blocked',
        subject: `chat:${id}`,
        ...(customerId !== null && { customerId }),
        reason: automaticReasons.chatStopped,
        after: { rule: blocked.rule },
      })
    })
    return { message: null, blocked: { rule: blocked.rule, found: blocked.found.slice(0, 200) } }
  }
  const kept = await postAsAgent(db, { id, operatorId, clientId, text, at })
  const written =
    kept.outcome === 'missing' || kept.outcome === 'state' ? undefined : await findMessage(db, id, kept.seq)
  if (written === undefined) throw refuse('notFound')
  return { message: seenOf(written, () => call.operator.name), blocked: null }
}

/** Refuses 40039 where it does not stand so, another was first, or the agent of a transfer is none. */
async function step(deps: ChatsConsoleDeps, request: z.output<typeof stepChat.request>, call: OperatorCall) {
  const { id, step: taken, to } = request
  const { customerId } = await mustFind(deps, id)
  if ((taken === 'transfer') !== (to !== undefined))
    throw refuse('dataIncomplete', { fields: [{ field: 'to', reason: to === undefined ? 'missing' : 'unknown' }] })
  if (to !== undefined && !(await deps.agents()).some((agent) => agent.id === to)) throw refuse('notFound')
  await deps.db.transaction().execute(async (tx) => {
    const { outcome, was } = await takeStep(tx, {
      id,
      operatorId: call.operator.id,
      step: taken,
      ...(to !== undefined && { to }),
      at: deps.clock.now(),
    })
    if (outcome !== 'done') throw refuse('notFound')
    await deps.operators.recordAuditEntry(tx, call, {
      act: `chat.${taken}`,
      subject: `chat:${id}`,
      ...(customerId !== null && { customerId }),
      reason: automaticReasons.chat,
      before: { status: was },
      ...(to !== undefined && { after: { to } }),
    })
  })
  return {}
}

async function note(deps: ChatsConsoleDeps, { id, text }: { id: string; text: string }, call: OperatorCall) {
  await mustFind(deps, id)
  const at = deps.clock.now()
  await insertNote(deps.db, { id: uuidV7(at), chatId: id, operatorId: call.operator.id, text, at })
  return {}
}

/** Only the agent who has the conversation reads and writes for the house. */
async function attend(deps: ChatsConsoleDeps, request: z.output<typeof attendChat.request>, call: OperatorCall) {
  const { id, upTo, typing } = request
  const { agentId } = await mustFind(deps, id)
  if (agentId !== call.operator.id) throw refuse('notFound')
  if (upTo !== undefined) await markRead(deps.db, { id, owner: null, upTo })
  if (typing === true) deps.agentWrites(id)
  return {}
}

async function attachment(deps: ChatsConsoleDeps, { id, fileId }: { id: string; fileId: string }, call: OperatorCall) {
  await mustFind(deps, id)
  if (!(await holdsFile(deps.db, { id, fileId }))) throw refuse('notFound')
  return deps.files.openAttachment(fileId, {
    operatorId: call.operator.id,
    reason: automaticReasons.chat,
  })
}
