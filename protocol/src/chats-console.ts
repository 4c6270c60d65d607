import * as z from 'zod/mini'
import { caseHold } from './case-hold.ts'
import { chatClientId, chatMessage, chatText, chatTopics } from './chat.ts'
import { langValues, type Lang } from './languages.ts'
import { operatorGet, operatorPost } from './operator-route.ts'
import { epochMs, id, nothing, pageOf, paging, queryInt } from './shapes.ts'
import { chatStatuses } from './states.ts'
import { plain } from './written-text.ts'

/** What staff never request; an agent's message that requests it is not sent. */
export const promiseRules = ['PAYMENT', 'PASSWORD', 'SEED', 'CODE', 'ELSEWHERE'] as const
export type PromiseRule = (typeof promiseRules)[number]

/** What the queue shows: who waits, what the caller has, everything that is not closed, or one state. */
export const chatViews = ['WAITING', 'MINE', 'ALL', ...chatStatuses] as const
export type ChatView = (typeof chatViews)[number]
export const chatSteps = ['take', 'transfer', 'release', 'resolve', 'close', 'offer'] as const
export type ChatStep = (typeof chatSteps)[number]

const lang = z.enum(langValues as [string, ...string[]])
/** A conversation in the queue, without what is written in it. A guest has neither id nor name. */
const queued = z.object({
  id,
  status: z.enum(chatStatuses),
  lang,
  topic: z.nullable(z.enum(chatTopics)),
  customerId: z.nullable(id),
  username: z.nullable(z.string()),
  assignedTo: z.nullable(z.string()),
  /** Whether the caller has it. */
  mine: z.boolean(),
  waitingSince: z.nullable(epochMs),
  openedAt: epochMs,
  changedAt: epochMs,
  /** Messages that no agent has read. */
  unread: z.int(),
  rating: z.nullable(z.int()),
})
export type QueuedChat = z.output<typeof queued>

const agent = z.object({ id, name: z.string() })
const seenMessage = z.extend(chatMessage, {
  /** The agent who wrote it, or took the step. */
  by: z.nullable(z.string()),
})
export type SeenChatMessage = z.output<typeof seenMessage>

const seen = z.object({
  ...queued.shape,
  ...caseHold,
  lastSeq: z.int(),
  customerRead: z.int(),
  customerTyping: z.boolean(),
  screen: z.nullable(z.string()),
  /** The address that a guest gave. */
  email: z.nullable(z.string()),
  messages: z.array(seenMessage),
  notes: z.array(z.object({ id, by: z.string(), text: z.string(), at: epochMs })),
  /** What was written to this customer or guest before, newest first. */
  earlier: z.array(z.object({ id, status: z.enum(chatStatuses), openedAt: epochMs })),
  /** Who may be given the conversation. */
  agents: z.array(agent),
  /** How often a message in it was not sent, because it requested what staff never request. */
  blocked: z.int(),
})
export type SeenChat = z.output<typeof seen>

const readers = ['support', 'risk', 'auditor'] as const
const workers = ['support'] as const
const text = z.string().check(z.minLength(1), z.maxLength(2000), plain)
const texts = z.strictObject(Object.fromEntries(langValues.map((one) => [one, text])) as Record<Lang, typeof text>)

export const chatQueue = operatorGet('/swx/admin/chats', {
  summary:
    'Lists conversations with customer service, those that wait longest on top; without what is written in them.',
  roles: readers,
  does: 'read',
  request: z.object({ view: z.optional(z.enum(chatViews)), ...paging }),
  result: pageOf(queued),
  refusals: [],
})

export const viewChat = operatorGet('/swx/admin/chats/:id', {
  summary: 'Shows a conversation, from a message on. The look is recorded and told to the customer.',
  roles: readers,
  does: 'read',
  request: z.object({ id, since: z.optional(queryInt(0, 999_999_999)) }),
  result: seen,
  refusals: ['notFound'],
})

export const writeChat = operatorPost('/swx/admin/chats/:id/message', {
  summary:
    'Answers a customer. A message that asks for payments, passwords, codes, a seed phrase or another place to talk is not sent, and is recorded.',
  roles: workers,
  does: 'act',
  request: z.strictObject({ id, clientId: chatClientId, text: chatText }),
  /** One of the two: the message, or what of it staff never request. */
  result: z.object({
    message: z.nullable(seenMessage),
    blocked: z.nullable(z.object({ rule: z.enum(promiseRules), found: z.string() })),
  }),
  refusals: ['notFound'],
})

export const stepChat = operatorPost('/swx/admin/chats/:id/step', {
  summary:
    'Takes a conversation, gives it to another agent or back, resolves or closes it, or offers a formal complaint.',
  roles: workers,
  does: 'act',
  /** `to`: the agent of a transfer. */
  request: z.strictObject({ id, step: z.enum(chatSteps), to: z.optional(id) }),
  result: nothing,
  refusals: ['notFound'],
})

export const noteChat = operatorPost('/swx/admin/chats/:id/note', {
  summary: 'Adds a note to a conversation for other agents.',
  roles: workers,
  does: 'act',
  request: z.strictObject({ id, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000), plain) }),
  result: nothing,
  refusals: ['notFound'],
})

export const attendChat = operatorPost('/swx/admin/chats/:id/attend', {
  summary: 'Tells the customer how far an agent has read, or that one is writing.',
  roles: workers,
  does: 'act',
  request: z.strictObject({ id, upTo: z.optional(z.int().check(z.nonnegative())), typing: z.optional(z.boolean()) }),
  result: nothing,
  refusals: ['notFound'],
})

export const viewChatPicture = operatorPost('/swx/admin/chats/:id/picture', {
  summary:
    'Opens a picture or document that a customer sent in a conversation. The look is recorded and told to the customer.',
  roles: workers,
  does: 'read',
  request: z.strictObject({ id, fileId: id }),
  result: z.object({}),
  refusals: ['notFound'],
})

/** A reply that is prepared once, in every language. */
const canned = z.object({ id, key: z.string(), texts, changedAt: epochMs })
export type CannedAnswer = z.output<typeof canned>
const hours = {
  /** Monday is 1. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  /** Minutes of the day (UTC). */
  from: z.int().check(z.minimum(0), z.maximum(1439)),
  to: z.int().check(z.minimum(1), z.maximum(1440)),
}

export const chatAnswers = operatorGet('/swx/admin/chatAnswers', {
  summary: 'Lists the prepared answers of customer service, and its hours.',
  roles: ['support', 'content', 'auditor'],
  does: 'read',
  request: z.object({}),
  result: z.object({ answers: z.array(canned), hours: z.object(hours) }),
  refusals: [],
})

export const keepChatAnswer = operatorPost('/swx/admin/chatAnswers', {
  summary: 'Writes a prepared answer in all languages, or changes it.',
  roles: ['content'],
  does: 'act',
  request: z.strictObject({ key: z.string().check(z.regex(/^[a-z0-9-]{2,40}$/)), texts }),
  /** One that requests what staff never request is not kept. */
  result: z.object({ blocked: z.nullable(z.object({ rule: z.enum(promiseRules), found: z.string(), lang })) }),
  refusals: [],
})

export const dropChatAnswer = operatorPost('/swx/admin/chatAnswers/drop', {
  summary: 'Deletes a prepared answer.',
  roles: ['content'],
  does: 'act',
  request: z.strictObject({ key: z.string().check(z.regex(/^[a-z0-9-]{2,40}$/)) }),
  result: nothing,
  refusals: ['notFound'],
})

export const setChatHours = operatorPost('/swx/admin/chatHours', {
  summary: 'Sets the hours in which customer service answers.',
  roles: ['content'],
  does: 'act',
  request: z.strictObject(hours),
  result: nothing,
  refusals: [],
})
