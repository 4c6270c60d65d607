import * as z from 'zod/mini'
import { get, post, remove } from './route.ts'
import { epochMs, id, nothing } from './shapes.ts'
import { plainLine } from './written-text.ts'

/** Keys that one customer may have at once. */
export const maxApiKeys = 10
/** Network addresses or ranges that one key may be bound to. */
export const maxKeyAddresses = 10
/** The longest life of a key, in days: a forgotten key expires by itself. */
export const maxKeyDays = 365
/** Calls of one key in ten seconds, within what its customer may make altogether. */
export const maxKeyCalls = 100

/** READ reads orders and balances; TRADE orders as well. Neither moves money out nor touches how an account is protected. */
export const keyScopes = ['READ', 'TRADE'] as const
export type KeyScope = (typeof keyScopes)[number]

/** An IPv4 or IPv6 address, or a range of them as a prefix; that it is one, the server checks. */
const networkAddress = z.string().check(z.regex(/^[0-9a-fA-F.:]{2,45}(?:\/[0-9]{1,3})?$/))

const keyTerms = {
  label: z.string().check(z.minLength(1), z.maxLength(40), plainLine),
  scope: z.enum(keyScopes),
  /** Whether the key reaches the virtual account alone. */
  virtualOnly: z.boolean(),
  /** Where calls must come from; from anywhere where empty. */
  addresses: z.array(networkAddress).check(z.maxLength(maxKeyAddresses)),
}

/** A key as its owner sees it; `ending` are its last four characters, all that is kept of it in the clear. */
export const apiKey = z.object({
  id,
  ...keyTerms,
  ending: z.string(),
  createdAt: epochMs,
  expiresAt: epochMs,
  /** To the hour; null before its first use. */
  usedAt: z.nullable(epochMs),
})
export type ApiKey = z.output<typeof apiKey>

export const listApiKeys = get('/swx/customer/user/apiKeys', {
  summary: 'The API keys of the caller that have not ended, newest first.',
  signedIn: true,
  request: nothing,
  result: z.array(apiKey),
  refusals: [],
})

export const createApiKey = post('/swx/customer/user/apiKeys', {
  summary:
    'Makes an API key. Its text is answered once and kept nowhere. It ends after so many days, and whenever a password, an e-mail or a second factor is changed.',
  signedIn: true,
  proof: 'factor',
  request: z.strictObject({ ...keyTerms, days: z.int().check(z.minimum(1), z.maximum(maxKeyDays)) }),
  result: z.object({ key: apiKey, secret: z.string() }),
  notice: 'modified',
  refusals: ['openLimitReached', 'dataIncomplete'],
})

export const revokeApiKey = remove('/swx/customer/user/apiKeys/:id', {
  summary: 'Ends an API key at once, with the sockets that it opened.',
  signedIn: true,
  request: z.object({ id }),
  result: nothing,
  notice: 'deleted',
  refusals: ['notFound'],
})
