import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const streamUrl = z.string().check(z.maxLength(500), z.regex(/^(?:wss?|https?):\/\/[^\s]+$/))
const pageUrl = z.string().check(z.maxLength(500), z.regex(/^https?:\/\/[^\s]+$/))
const code = z.string().check(z.regex(/^[A-Z0-9.]{1,20}$/))
const symbol = z.string().check(z.minLength(1), z.maxLength(60))
const count = (max: number) => z.int().check(z.minimum(1), z.maximum(max))

const provider = z.strictObject({
  off: z.optional(z.boolean()),
  url: z.optional(streamUrl),
  directory: z.optional(z.nullable(pageUrl)),
  symbols: z.optional(z.record(code, z.nullable(symbol))),
  codes: z.optional(z.array(code).check(z.maxLength(5000))),
  maxSymbols: z.optional(count(5000)),
  tape: z.optional(z.enum(['iex', 'sip'])),
  licensed: z.optional(z.boolean()),
  confirmed: z.optional(z.array(code).check(z.maxLength(5000))),
  symbolsPerSocket: z.optional(count(5000)),
  framesPerSecond: z.optional(count(100_000)),
})
const file = z.record(z.string(), provider)

/** What an installation sets for one provider of prices; what is left out is as the provider publishes it. */
export type ProviderSettings = {
  /** Leaves the provider out. */
  readonly off?: boolean | undefined
  /** Another address of its stream or bulletin. */
  readonly url?: string | undefined
  /** Another address of its directory; null requests none. */
  readonly directory?: string | null | undefined
  /** Its symbols by our codes, before its own rule; null leaves an instrument out. */
  readonly symbols?: Readonly<Record<string, string | null>> | undefined
  /** The instruments to request from it, by our codes; all it has where this is left out. */
  readonly codes?: readonly string[] | undefined
  /** Requests at most this many instruments. */
  readonly maxSymbols?: number | undefined
  /** Of Alpaca: one exchange, or the tape of all of them. */
  readonly tape?: 'iex' | 'sip' | undefined
  /** The contract covers the exchange itself, so its price alone is enough for real orders where the exchange is named. */
  readonly licensed?: boolean | undefined
  /**
   * Codes of instruments whose price of this provider was compared by hand, so that it is believed alone however far it
   * is from the last one: after a split, or where the catalogue's price is out of date.
   */
  readonly confirmed?: readonly string[] | undefined
  readonly symbolsPerSocket?: number | undefined
  readonly framesPerSecond?: number | undefined
}
/** Everything that live prices are configured by. */
export type FeedSettings = {
  readonly keys: {
    readonly twelveData?: string
    readonly alpaca?: { readonly keyId: string; readonly secret: string }
    readonly finnhub?: string
    readonly dxfeed?: { readonly url: string; readonly token: string }
  }
  /** By the provider's name. */
  readonly providers: Readonly<Record<string, ProviderSettings>>
}

/** No keys, and every provider as it publishes itself. */
export const plainFeed: FeedSettings = { keys: {}, providers: {} }

/** The providers that an installation has a contract with for the exchange itself. */
export const licensedIn = ({ providers }: FeedSettings): string[] =>
  Object.entries(providers).flatMap(([name, { licensed }]) => (licensed === true ? [name] : []))

/** Reads the file of providers. Throws an Error whose message states in half a sentence what is wrong with it. */
export function readProviders(path: string): Record<string, ProviderSettings> {
  const parsed = z.safeParse(file, jsonOf(path))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') ?? ''
  const unknown =
    issue?.code === 'unrecognized_keys' ? ` has no setting ${issue.keys.join(' ')}` : ' is not what it may be'
  throw new Error(where === '' ? 'it is not a list of providers' : `${where}${unknown}`)
}

function jsonOf(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error('it cannot be read', { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('it is not JSON', { cause })
  }
}
