import type {
  attachChat,
  chatFile,
  chatMessages,
  mailChat,
  openChat,
  rateChat,
  readChat,
  sendChat,
} from '@evenhand/protocol/chat.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { maxFileBytes } from '@evenhand/protocol/files.ts'
import type * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { UploadedFile } from '../../kernel/http/upload.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import type { ChatsDeps } from './chats.deps.ts'
import { findOwnChat, findUnread, messagesAtOnce, ownMessage, readMessages } from './chats.store.ts'
import { markRead, noteComplaint, rateConversation } from './chats.writes.ts'
import { createLive } from './live.ts'
import { createChatMailQueue, enqueueChatMail } from './mail-chats.ts'
import { openChatOf } from './open-chat.ts'
import { guestEmail, mustOwner, ownerOf, subjectOf, type Owner } from './conversation-owner.ts'
import { beginAttaching, attachOf, openAttached } from './attach-chat.ts'
import { createMessageLane, sendChatOf } from './send-chat.ts'
import { createService } from './service.ts'
import { createTyping } from './typing.ts'
import { notifyUnread, runDueChats } from './unread.ts'

export { chatsModule, type ChatsModuleDeps } from './chats.module.ts'
export type { ChatsDb } from './chats.deps.ts'

/** Transcripts that one customer or guest has mailed. */
const mailRule = { name: 'chat transcripts', max: 5, perMs: dayMs }

/** Conversations with customer service, as customers and guests hold them. */
export function createChats(params: ChatsDeps) {
  const typing = createTyping(params)
  const live = createLive({ ...params, typing })
  const service = createService(params)
  const mails = createChatMailQueue(params)
  const lane = createMessageLane(params)
  return {
    ...asOwner(params),
    service: () => service(),
    open: (request: z.output<typeof openChat.request>, call: Call) => openChatOf({ ...params, service }, request, call),
    send: (request: z.output<typeof sendChat.request>, call: Call) => sendChatOf({ ...params, lane }, request, call),
    /** Files for messages: of at most so many bytes, each counted before it is read. */
    uploads: {
      folder: params.files.uploads.folder,
      maxBytes: maxFileBytes.chat,
      begin: (call: Pick<Call, 'session' | 'token' | 'ip'>) => beginAttaching(params, call),
    },
    attach: (request: z.output<typeof attachChat.request>, call: Call, sent: UploadedFile | undefined) =>
      attachOf(params, { id: request.id, call, sent }),
    attached: (request: z.output<typeof chatFile.request>, call: Call) => openAttached(params, request, call),
    typing,
    live,
    /** Notes in a customer's conversation that a complaint was made from it, in the caller's transaction; 40039. */
    async noteComplaint(
      tx: Parameters<typeof noteComplaint>[0],
      noted: Omit<Parameters<typeof noteComplaint>[1], 'at'>,
    ) {
      if (!(await noteComplaint(tx, { ...noted, at: params.clock.now() }))) throw refuse('notFound')
    },
    deliveries: [mails],
    jobs: [
      { name: 'notify of unread replies', everyMs: 5000, byClock: true, run: () => notifyUnread(params) },
      { name: 'close conversations', everyMs: 60_000, byClock: true, run: () => runDueChats(params) },
    ] as readonly JobSpec[],
    /** Does at once what is due: for tests, which move the clock. */
    async runDue(): Promise<void> {
      await notifyUnread(params)
      await runDueChats(params)
      await mails.run()
    },
    start: live.start,
    async stop(): Promise<void> {
      await mails.stop()
      await live.stop()
    },
  }
}

export type Chats = ReturnType<typeof createChats>

/** What an owner does with a conversation that there is. */
function asOwner(deps: ChatsDeps) {
  const { db, limits } = deps
  const mustFind = async (id: string, owner: Owner) => {
    const chat = await findOwnChat(db, id, owner)
    if (chat === undefined) throw refuse('notFound')
    return chat
  }
  return {
    async messages({ id, since, before }: z.output<typeof chatMessages.request>, call: Call) {
      const chat = await mustFind(id, await mustOwner(db, call))
      const messages = await readMessages(db, { id, since, before })
      return { chat, messages: messages.map(ownMessage), hasMore: messages.length === messagesAtOnce }
    },
    async unread(_request: object, call: Call) {
      const owner = await ownerOf(db, call)
      const found = owner === undefined ? undefined : await findUnread(db, owner)
      return found ?? { chatId: null, lastSeq: 0, unread: 0 }
    },
    async read({ id, upTo }: z.output<typeof readChat.request>, call: Call) {
      const owner = await mustOwner(db, call)
      await mustFind(id, owner)
      await markRead(db, { id, owner, upTo })
      return mustFind(id, owner)
    },
    /** Refuses 40039 one that is not resolved or was rated otherwise. */
    async rate({ id, rating }: z.output<typeof rateChat.request>, call: Call) {
      const owner = await mustOwner(db, call)
      if (!(await rateConversation(db, { id, owner, rating }))) throw refuse('notFound')
      return mustFind(id, owner)
    },
    /** Refuses 10002 a guest who gave no address, 40029 too many. */
    async transcript({ id }: z.output<typeof mailChat.request>, call: Call) {
      const owner = await mustOwner(db, call)
      const { lastSeq: seq } = await mustFind(id, owner)
      const to = await addressOf(deps, owner)
      if (to === undefined) throw refuse('emailMalformed')
      limits.take(mailRule, subjectOf(owner))
      const { accountId } = call.session
      const customerId = 'customer' in owner ? owner.customer : null
      await enqueueChatMail(deps, deps.outboxDb, {
        what: 'transcript',
        chatId: id,
        to,
        lang: call.lang,
        customerId,
        accountId,
        seq,
      })
      return {}
    },
  }
}

async function addressOf({ db, accounts }: ChatsDeps, owner: Owner): Promise<string | undefined> {
  if ('guest' in owner) return guestEmail(db, owner.guest)
  return (await accounts.findMany([owner.customer]))[0]?.email
}
