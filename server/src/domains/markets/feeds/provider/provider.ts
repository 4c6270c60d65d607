import type { providerStates } from '@evenhand/protocol/operator-result.ts'
import type { Instrument } from '../../catalogue/instrument.ts'

/**
 * What a provider states about one of its symbols. Prices are decimal text exactly as received; nothing is rounded here
 * (`readJson` of provider-json.ts keeps the numbers of JSON as their text).
 */
export type ProviderQuote = {
  readonly symbol: string
  /** Best bid and ask where the provider states both; otherwise `last`, its newest trade or reference rate. */
  readonly bid?: string
  readonly ask?: string
  readonly last?: string
  /** Epoch ms the provider gives for it; undefined where it gives none. */
  readonly at: number | undefined
  /** The provider's running number within the symbol, where it has one. It rises; see `consecutive` of the dialect. */
  readonly seq?: number
}

/** What one frame meant. Nothing set: it was understood and shows nothing about a price. */
export type Received = {
  readonly quotes?: readonly ProviderQuote[]
  /** Frames to send back at once: the response to a ping of the provider's own, the next step of a handshake. */
  readonly replies?: readonly string[]
  /** The provider refuses: a wrong key, an unknown symbol. */
  readonly refused?: Refused
  /** The frame is not of this dialect. */
  readonly garbage?: true
}

/** `fatal` where retrying soon cannot help; `unknown` are the symbols that the provider reports it does not have. */
export type Refused = { readonly text: string; readonly fatal: boolean; readonly unknown?: readonly string[] }

/** One connection's side of the talk. A new one for each connection, because handshakes and numbering begin again. */
export type Conversation = {
  /** Frames to send once the socket is open, in their order. */
  readonly opening: readonly string[]
  /** Frames that request some of the symbols again, which were requested and are not quoted; none before the handshake. */
  requestAgain(symbols: readonly string[]): readonly string[]
  /** Never throws: what cannot be understood is garbage. */
  onMessage(text: string): Received
}

/** How one provider is spoken to: the only place that knows its messages. */
export type Dialect = {
  /** As the record, the receipts and the configuration name it: lower case, never renamed. */
  readonly name: string
  /** As a person reads it. */
  readonly label: string
  readonly url: string
  /** A socket carries at most this many symbols; more are spread over several. */
  readonly symbolsPerSocket: number
  /** A frame this long or longer is not read; bytes. */
  readonly longestFrame: number
  /** More frames than this in a second are a flood. */
  readonly maxFramesPerSecond: number
  /** Nothing received for this long means that the connection is dead. */
  readonly silentAfterMs: number
  /** Signs of life without a quote for this long mean that it has forgotten what we requested; left out where markets close. */
  readonly quotesWithinMs?: number
  /** The provider ends a connection of this age; it is replaced one to four hours before. */
  readonly endsAfterMs?: number
  /** Least time between two frames we send, so that the provider's limit on us is kept. */
  readonly sendEveryMs?: number
  /** The running numbers of a symbol have no holes, so that a hole is a gap; without it they only rise. */
  readonly consecutive?: true
  /** A ping in the provider's own words; protocol pings are sent to every provider anyway. */
  readonly heartbeat?: { readonly everyMs: number; readonly frame: string }
  /** Where the provider lists what it quotes, requested before subscribing; symbols that are not on it are left out. */
  readonly directory?: { readonly url: string; read(body: string): readonly string[] }
  /** The provider's symbol of an instrument by its own rule; undefined where it does not quote it. */
  symbolOf(instrument: Instrument): string | undefined
  /** `now` is epoch ms at its beginning, for those that need the time. */
  converse(symbols: readonly string[], now?: number): Conversation
}

/** A provider that is polled over HTTP, because its rates change once a day. */
export type Bulletin = Pick<Dialect, 'name' | 'label' | 'url' | 'symbolOf'> & {
  readonly everyMs: number
  readonly longestBody: number
  /** Throws when the body is not a bulletin. */
  read(body: string): readonly ProviderQuote[]
}

/** What can be wrong with a provider; counted, shown, and a reason not to use it. */
export const providerFaults = [
  'disconnected',
  'silent',
  'noPong',
  'gap',
  'duplicate',
  'outOfOrder',
  'garbage',
  'wrongSymbol',
  'badPrice',
  'fromTheFuture',
  'flood',
  'refused',
] as const
export type ProviderFault = (typeof providerFaults)[number]

/** A provider's price of an instrument: the middle of bid and ask in units of the instrument's precision. */
export type StatedPrice = {
  readonly provider: string
  readonly code: string
  readonly mid: bigint
  /** Epoch ms from which its age counts: the provider's own time where that is the older, else when it was received. */
  readonly at: number
  /** A rate of a bulletin: shown with its date, and never traded on. */
  readonly delayed?: true
}

export type ProviderStatus = {
  readonly name: string
  readonly label: string
  readonly state: (typeof providerStates)[number]
  /** Since when it is in this state; epoch ms. */
  readonly since: number
  /** The newest reason it was not open, in the log's words. */
  readonly why: string | undefined
  readonly instruments: number
  readonly faults: Readonly<Record<ProviderFault, number>>
}

/** All providers that an installation has configured. */
export type Providers = {
  /** Called synchronously, in the order received. A fault without a code concerns the whole provider. */
  start(listener: {
    priced(stated: StatedPrice): void
    failed(fault: { provider: string; code?: string; fault: ProviderFault; at: number }): void
  }): void
  stop(): Promise<void>
  status(): readonly ProviderStatus[]
  /** Providers that quote an instrument, in the order of configuration; empty where none does. */
  quoting(code: string): readonly { name: string; label: string }[]
  /** What each provider is requested to quote, a connection a market. */
  requested(): readonly string[]
  /** What an operator has not set, one sentence each: which markets have no source for it. */
  missing(): readonly string[]
}
