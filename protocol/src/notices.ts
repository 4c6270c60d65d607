import * as z from 'zod/mini'
import { decimalText } from './money.ts'
import { get, post, put, remove } from './route.ts'
import { code, epochMs, id, pageOf, paging } from './shapes.ts'

/** What a notice is about. Of `mustSee` ones a customer is notified in the app whatever was chosen. */
export const noticeCategories = ['TRADE', 'RISK', 'FUNDS', 'SECURITY', 'LEGAL', 'ACCOUNT', 'ALERT'] as const
export type NoticeCategory = (typeof noticeCategories)[number]
export const mustSee: readonly NoticeCategory[] = ['RISK', 'SECURITY', 'LEGAL']

/** Notices kept of one customer; the oldest make room. */
export const maxNotices = 1000
/** Alerts of one customer. */
export const maxAlerts = 50
/** The least minutes between two notices of one alert. */
export const minAlertMinutes = 60

const category = z.enum(noticeCategories)
const flag = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})

/** The fields of a notice in every channel. */
export const notifiedAccount = {
  id,
  category,
  /** Names the text and the params of the notice (`noticeParams`); it may be newer than the page that shows it. */
  templateKey: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A path of the product that the notice leads to. */
  link: z.string(),
  createdAt: epochMs,
}

/** One notice. */
export const notification = z.object({ ...notifiedAccount, readAt: z.optional(epochMs) })
export type Notification = z.output<typeof notification>
const unread = z.object({ unread: z.int() })

export const listNotifications = get('/swx/customer/notification/list', {
  summary: "The customer's notices, newest first, by page (1) and size (50); by category and unread alone where asked.",
  signedIn: true,
  request: z.object({ cat: z.optional(category), unread: z.optional(flag), ...paging }),
  result: pageOf(notification),
  refusals: [],
})

export const readNotifications = post('/swx/customer/notification/read', {
  summary: 'Marks notices as read, on every device: those named, or all up to the one named by `upTo`, or all.',
  signedIn: true,
  request: z.object({
    ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
    all: z.optional(z.literal(true)),
    /** With `all`: the newest that was seen. What came after it stays unread. */
    upTo: z.optional(id),
  }),
  result: unread,
  refusals: ['notFound', 'dataIncomplete'],
})

export const countUnread = get('/swx/customer/notification/unreadCount', {
  summary: 'How many notices are unread.',
  signedIn: true,
  request: z.object({}),
  result: unread,
  refusals: [],
})

const preference = z.object({
  category,
  /** In the app: in the list and at the bell. */
  inApp: z.boolean(),
  /** By e-mail, beyond what is mailed whatever is chosen. */
  email: z.boolean(),
  /** To the browsers that the customer subscribed with; off until it is chosen. */
  push: z.boolean(),
  /** What cannot be disabled. */
  fixed: z.array(z.enum(['inApp', 'email'])),
})
export type NoticePreference = z.output<typeof preference>
const preferences = z.array(preference).check(z.maxLength(noticeCategories.length))

export const getPreferences = get('/swx/customer/notification/preferences', {
  summary: 'How the customer is told, by category.',
  signedIn: true,
  request: z.object({}),
  result: preferences,
  refusals: [],
})

export const setPreferences = put('/swx/customer/notification/preferences', {
  summary: 'Chooses how to be told of a category; what is left out stays. What cannot be turned off is refused.',
  signedIn: true,
  request: z.strictObject({
    preferences: z
      .array(
        z.strictObject({
          category,
          inApp: z.optional(z.boolean()),
          email: z.optional(z.boolean()),
          push: z.optional(z.boolean()),
        }),
      )
      .check(z.minLength(1), z.maxLength(noticeCategories.length)),
  }),
  result: preferences,
  refusals: ['dataIncomplete'],
  notice: 'modified',
})

/**
 * A price to be notified of. `target` is a price for ABOVE and BELOW, and a percentage for CHANGE: how far the price is from
 * that of 24 hours before, either way. Notified when the price crosses it, once or repeatedly.
 */
export const priceAlert = z.object({
  id,
  code,
  kind: z.enum(['ABOVE', 'BELOW', 'CHANGE']),
  target: decimalText,
  /** Minutes between two notices; left out where it is notified once and then deleted. */
  everyMinutes: z.optional(z.int()),
  toldAt: z.optional(epochMs),
  createdAt: epochMs,
})
export type PriceAlert = z.output<typeof priceAlert>
const alerts = z.array(priceAlert).check(z.maxLength(maxAlerts))

export const listAlerts = get('/swx/customer/alert', {
  summary: "The customer's price alerts, newest first.",
  signedIn: true,
  request: z.object({}),
  result: alerts,
  refusals: [],
})

export const addAlert = post('/swx/customer/alert', {
  summary: 'Asks to be told when a price crosses a level, or is so many percent from that of 24 hours before.',
  signedIn: true,
  request: z.strictObject({
    code,
    kind: z.enum(['ABOVE', 'BELOW', 'CHANGE']),
    target: decimalText,
    everyMinutes: z.optional(z.int().check(z.minimum(minAlertMinutes), z.maximum(10_080))),
  }),
  result: alerts,
  refusals: ['notFound', 'openLimitReached', 'dataIncomplete'],
})

export const removeAlert = remove('/swx/customer/alert/:id', {
  summary: 'Deletes a price alert.',
  signedIn: true,
  request: z.object({ id }),
  result: alerts,
  refusals: ['notFound'],
  notice: 'deleted',
})

/**
 * `/ws`: what concerns one customer, as JSON text. The first frame, within five seconds, is `{"token", "virtually"}`; a
 * later `{"virtually"}` changes the account. Anything else ends the socket. It ends with 1008 and a reason: `sessionEnded`
 * (sign in again), `malformed`, `tooMany`; with 1013 `tooMany` where the customer has ten already; with 1001 when the
 * server stops. Nothing sent is ever sent again: after (re)connecting, and after `resync`, read what is shown anew.
 */
export const firstFrame = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  virtually: z.enum(['YES', 'NO']),
})
export const laterFrame = z.strictObject({ virtually: z.enum(['YES', 'NO']) })

export const socketFrame = z.discriminatedUnion('channel', [
  /** The socket is the customer's, and receives from now on; `resync`: something may have been missed. */
  z.object({ channel: z.literal('session'), what: z.enum(['ready', 'resync']) }),
  /** A notice has come, or notices were read on some device. */
  z.object({
    channel: z.literal('notifications'),
    notification: z.optional(notification),
    unread: z.int(),
  }),
  /** An order of the socket's account is another than before: read it by its id. */
  z.object({
    channel: z.literal('orders'),
    id,
    what: z.enum(['PLACED', 'ENTERED', 'WON', 'LOST', 'TIE', 'SOLD', 'VOID']),
  }),
  /** A collectible is another than before, by a bid, an end or a sale: read it by its id where it is shown. */
  z.object({ channel: z.literal('nft'), id }),
  /** A balance of the socket's account moved: read the balances. */
  z.object({ channel: z.literal('balances') }),
])
export type SocketFrame = z.output<typeof socketFrame>
