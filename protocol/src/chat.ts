import * as z from 'zod/mini'
import { langValues } from './languages.ts'
import { get, post } from './route.ts'
import { attachmentTypes } from './files.ts'
import { epochMs, id, queryInt } from './shapes.ts'
import { chatStatuses } from './states.ts'
import { plain } from './written-text.ts'

/** Characters of one message, and files that it may carry. */
export const maxChatText = 2000
export const maxChatFiles = 4
/** A resolved conversation is closed after so many days; until then a message of its customer reopens it. */
export const chatReopenDays = 7
/** The topics of a conversation that a customer may choose. */
export const chatTopics = [
  'account',
  'deposit',
  'withdrawal',
  'trading',
  'identification',
  'security',
  'other',
] as const
export type ChatTopic = (typeof chatTopics)[number]

/** Who wrote a message. What the product itself notes has an event instead of a text. */
export const chatAuthors = ['CUSTOMER', 'AGENT', 'SYSTEM'] as const
/** What happened to a conversation, in its sequence: `COMPLAINT` has the params `no`, and `id`. */
export const chatEvents = [
  'JOINED',
  'TRANSFERRED',
  'RESOLVED',
  'REOPENED',
  'CLOSED',
  'COMPLAINT_OFFERED',
  'COMPLAINT',
] as const

/** The path of a screen, without what stands behind `?` or `#`. */
export const screenPath = /^\/[A-Za-z0-9/._-]{0,119}$/
const chatScreen = z.string().check(z.regex(screenPath))

export const chatText = z.string().check(z.trim(), z.maxLength(maxChatText), plain)
/** Chosen by the client, once a message: the same one again returns the message that was kept first. */
export const chatClientId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))
/** What a guest proves a conversation with: in `Authorization` of calls, and as the first frame of a socket. */
export const chatToken = z.string().check(z.regex(/^chat_[A-Za-z0-9_-]{43}$/))

export const chatMessage = z.object({
  /** 1, 2, 3 … without a gap within a conversation. */
  seq: z.int(),
  author: z.enum(chatAuthors),
  at: epochMs,
  /** As it was written, line breaks included; empty for a message of files alone, and for an event. */
  text: z.string(),
  event: z.nullable(z.enum(chatEvents)),
  params: z.record(z.string(), z.string()),
  /** What was attached, by `chat/{id}/file/{fileId}`: pictures, and of them `documents`, which are PDF. */
  files: z.array(id),
  documents: z.array(id),
  /** Set on the customer's own messages. */
  clientId: z.nullable(z.string()),
})
export type ChatMessage = z.output<typeof chatMessage>

/** Whether agents reply now. `hours` are those of service, as minutes of the day (UTC); days from Monday, 1, to Sunday, 7. */
export const chatService = z.object({
  isOpen: z.boolean(),
  hours: z.object({ days: z.array(z.int()), from: z.int(), to: z.int() }),
  /** Conversations that wait for an agent now, and the median of what was waited for a first reply in the last 30 days. */
  waiting: z.int(),
  medianS: z.nullable(z.int()),
})
export type ChatService = z.output<typeof chatService>

export const chatState = z.object({
  id,
  status: z.enum(chatStatuses),
  lang: z.enum(langValues as [string, ...string[]]),
  openedAt: epochMs,
  lastSeq: z.int(),
  /** Replies of agents that the customer or guest has not read. */
  unread: z.int(),
  /** The last message that each side has read. */
  customerRead: z.int(),
  agentRead: z.int(),
  /** 1 for the next one to be taken; null where none is waited for. */
  place: z.nullable(z.int()),
  /** 1–5, once it is resolved. */
  rating: z.nullable(z.int()),
  /** The closed conversation that this one goes on with. */
  previousId: z.nullable(id),
  /** The one that goes on with this closed one. */
  nextId: z.nullable(id),
})
export type ChatState = z.output<typeof chatState>

export const chatServiceNow = get('/swx/customer/chat/service', {
  summary: 'Whether agents of customer service answer now, their hours, and how long the first answer takes.',
  request: z.object({}),
  result: chatService,
  refusals: [],
})

export const openChat = post('/swx/customer/chat/open', {
  summary:
    "The caller's conversation with customer service, on every device the same one; a new one where there is none. A guest receives a chat token for it, and gives an e-mail address when no agent answers. A customer who signed in takes along a guest's conversation by its token.",
  request: z.strictObject({
    /** Without it the language of the call. */
    lang: z.optional(z.enum(langValues as [string, ...string[]])),
    topic: z.optional(z.enum(chatTopics)),
    /** The path of the screen that it was opened from. */
    screen: z.optional(chatScreen),
    /** Of a guest, where a reply by mail is wished; needed (40020) while no agent answers. */
    email: z.optional(z.string().check(z.maxLength(254))),
    /** With a session: the guest's conversation that becomes the customer's. */
    chatToken: z.optional(chatToken),
  }),
  result: z.object({
    chat: chatState,
    service: chatService,
    /** For a new guest alone, and never again. */
    chatToken: z.nullable(chatToken),
  }),
  refusals: ['emailMalformed', 'openLimitReached', 'tooMany'],
})

export const chatMessages = get('/swx/customer/chat/:id/messages', {
  summary:
    "Messages of an own conversation after a sequence number, oldest first, at most 100; with `before` the last ones before it. Signed in, or with the guest's chat token as Authorization.",
  request: z.object({
    id,
    since: z.optional(queryInt(0, 999_999_999)),
    before: z.optional(queryInt(1, 999_999_999)),
  }),
  result: z.object({ chat: chatState, messages: z.array(chatMessage), hasMore: z.boolean() }),
  refusals: ['notFound'],
})

export const sendChat = post('/swx/customer/chat/:id/message', {
  summary:
    'Sends a message, once for a client id. It reopens a resolved conversation, and continues a closed one in a new one, which is answered. Files are sent before by chat/{id}/file. Numbers of cards and seed phrases are masked before they are kept.',
  request: z.strictObject({
    id,
    clientId: chatClientId,
    text: chatText,
    files: z.optional(z.array(id).check(z.maxLength(maxChatFiles))),
    /** The path of the screen that it was written from. */
    screen: z.optional(chatScreen),
  }),
  result: z.object({
    chat: chatState,
    message: chatMessage,
    /** Whether something in it was masked. */
    masked: z.boolean(),
  }),
  refusals: ['notFound', 'tooMany', 'openLimitReached'],
})

export const attachChat = post('/swx/customer/chat/:id/file', {
  summary:
    'Sends a file for a message of an own conversation as multipart/form-data, field `file`: JPG, PNG or JPEG 2000, or PDF, of at most 2 MB. It is made anew without metadata, links and scripts, and kept encrypted; one that no message names is forgotten after a day. A guest has at most ten.',
  request: z.strictObject({ id }),
  result: z.object({ fileId: id, type: z.enum(attachmentTypes) }),
  refusals: ['notFound', 'fileTooLarge', 'fileType', 'openLimitReached', 'tooMany'],
})

export const chatFile = get('/swx/customer/chat/:id/file/:fileId', {
  summary:
    'A file of a message of an own conversation: a picture, or a PDF to be saved. Kept by no cache; every view is recorded.',
  request: z.object({ id, fileId: id }),
  result: z.object({}),
  files: attachmentTypes,
  refusals: ['notFound'],
})

export const chatUnread = get('/swx/customer/chat/unread', {
  summary:
    "How many answers of customer service are unread in the caller's conversation that is not closed; none where nothing was written. Signed in, or with the guest's chat token as Authorization.",
  request: z.object({}),
  result: z.object({ chatId: z.nullable(id), lastSeq: z.int(), unread: z.int() }),
  refusals: [],
})

export const readChat = post('/swx/customer/chat/:id/read', {
  summary: 'Marks the messages of an own conversation as read, up to a sequence number.',
  request: z.strictObject({ id, upTo: z.int().check(z.nonnegative()) }),
  result: chatState,
  refusals: ['notFound'],
})

export const rateChat = post('/swx/customer/chat/:id/rate', {
  summary: 'Rates a resolved conversation from 1 to 5, once.',
  request: z.strictObject({ id, rating: z.int().check(z.minimum(1), z.maximum(5)) }),
  result: chatState,
  refusals: ['notFound'],
})

export const mailChat = post('/swx/customer/chat/:id/transcript', {
  summary:
    "Mails the transcript of an own conversation to the customer's address; a guest's goes to the address that was given when it was opened.",
  request: z.strictObject({ id }),
  result: z.object({}),
  refusals: ['notFound', 'tooMany', 'emailMalformed'],
})

/**
 * `/ws`: a guest's first frame, in place of a session's. Both may then open conversations of their own with
 * `{"chat", "since"}`: what came after that sequence number follows at once, and from then on everything in its order, each
 * message once a socket. `{"typing"}` states that the caller writes; send it at most every three seconds. A conversation that
 * is not the caller's ends the socket (1008 `notFound`). A socket that opens none receives none of these frames.
 */
export const guestFrame = z.strictObject({ chatToken })
export const chatRequestFrame = z.union([
  z.strictObject({ chat: id, since: z.int().check(z.nonnegative()) }),
  z.strictObject({ typing: id }),
])
export type ChatRequestFrame = z.output<typeof chatRequestFrame>

/** What such a socket receives: new messages in their order, how the conversation stands where that changed, or that an agent writes. */
export const chatFrame = z.object({
  channel: z.literal('chat'),
  id,
  messages: z.optional(z.array(chatMessage)),
  chat: z.optional(chatState),
  typing: z.optional(z.literal('AGENT')),
})
export type ChatFrame = z.output<typeof chatFrame>
