import * as z from 'zod/mini'
import { langValues } from './languages.ts'
import { notifiedAccount } from './notices.ts'
import { get, post } from './route.ts'

/** Browsers of one customer that messages are pushed to; the oldest makes room. */
export const maxPushSubscriptions = 10

/**
 * What a service worker is pushed, as JSON; it makes the text of template and params, in the customer's language. No party
 * on the way can read it. A notice is pushed to each browser once; showing it under its id as tag keeps it single.
 */
export const pushMessage = z.object({ ...notifiedAccount, lang: z.enum(langValues) })
export type PushMessage = z.output<typeof pushMessage>

export const pushKey = get('/swx/customer/push/key', {
  summary: 'The public key (P-256, base64url) that a browser subscribes with: its `applicationServerKey`.',
  request: z.object({}),
  result: z.object({ key: z.string() }),
  refusals: [],
})

const base64url = (min: number, max: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]*={0,2}$/), z.minLength(min), z.maxLength(max))

// The address of a push service, in the signs that an address has.
const endpoint = z.string().check(z.maxLength(1024), z.regex(/^[!-~]+$/))

export const subscribePush = post('/swx/customer/push/subscribe', {
  summary:
    'Keeps what PushSubscription.toJSON() says of this browser, until the session ends. Ask again with every new session; which categories are pushed is a preference.',
  signedIn: true,
  request: z.strictObject({
    endpoint,
    expirationTime: z.nullish(z.number()),
    keys: z.strictObject({ p256dh: base64url(86, 90), auth: base64url(22, 24) }),
  }),
  result: z.object({}),
  refusals: ['dataIncomplete'],
  notice: 'modified',
})

export const unsubscribePush = post('/swx/customer/push/unsubscribe', {
  summary: 'Pushes nothing more to the browser of this session, or to the one whose endpoint is named.',
  signedIn: true,
  request: z.strictObject({ endpoint: z.optional(endpoint) }),
  result: z.object({}),
  refusals: ['notFound'],
  notice: 'deleted',
})
