import type { Subscriptions } from './provider-subscriptions.ts'
import type { ProviderFault, ProviderQuote, Received, Refused } from './provider.ts'

export type ReceiverParams = {
  subscriptions: Subscriptions
  /** Milliseconds that only rise. */
  now(): number
  /** Told once for a frame with quotes, before them. */
  heardQuotes(): void
  quoted(quote: ProviderQuote): void
  emit(frames: readonly string[]): void
  failed(fault: ProviderFault, why: string): void
  /** Ends the connection; `fatal` where asking again soon cannot help. */
  finish(fault: ProviderFault, why: string, fatal?: boolean): void
  isOver(): boolean
}
/** Does what the frames of one connection mean, in their order. */
export type Receiver = {
  receive(received: Received): void
  /** For how long the provider has been understood; 0 before it was. Milliseconds. */
  goodMs(): number
}

/** The longest reason that is kept of a refusal or an end. */
export const longestWhy = 200
/** So many frames in a row that nobody understands, and a new connection may be better than this one. */
const maxNonsense = 100

export function createReceiver(params: ReceiverParams): Receiver {
  const { subscriptions, now, failed, finish } = params
  let goodSince: number | undefined
  let nonsense = 0
  const refuse = ({ text, fatal, unknown = [] }: Refused): void => {
    const isNothingLeft = unknown.length > 0 && subscriptions.remove(unknown)
    if (fatal || isNothingLeft) finish('refused', text, true)
    else failed('refused', text.slice(0, longestWhy))
  }
  return {
    goodMs: () => (goodSince === undefined ? 0 : now() - goodSince),
    receive({ quotes = [], replies = [], refused, garbage }) {
      nonsense = garbage === true ? nonsense + 1 : 0
      if (nonsense >= maxNonsense) return finish('garbage', 'says nothing that is of its protocol')
      if (garbage === true) failed('garbage', 'said something that is not of its protocol')
      else goodSince ??= now()
      if (quotes.length > 0) params.heardQuotes()
      if (replies.length > 0) params.emit(replies)
      for (const quote of quotes) {
        if (params.isOver()) return
        subscriptions.quoted(quote.symbol)
        params.quoted(quote)
      }
      if (refused !== undefined) refuse(refused)
    },
  }
}
