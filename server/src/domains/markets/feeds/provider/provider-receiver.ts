import { createFlow } from './provider-flow.ts'
import type { Subscriptions } from './provider-subscriptions.ts'
import type { Conversation, ProviderFault, ProviderQuote, Received, Refused } from './provider.ts'

export type ReceiverParams = {
  conversation: Conversation
  /** More frames than this in a second are a flood. */
  maxFrames: number
  subscriptions: Subscriptions
  /** Milliseconds that only rise. */
  now(): number
  /** Called once for a frame with quotes, before them. */
  onQuotes(): void
  quoted(quote: ProviderQuote): void
  emit(frames: readonly string[]): void
  failed(fault: ProviderFault, why: string): void
  /** Ends the connection; `fatal` where retrying soon cannot help. */
  finish(fault: ProviderFault, why: string, fatal?: boolean): void
  isOver(): boolean
}
/** Does what the frames of one connection mean, in their order. */
export type Receiver = {
  /** A frame and its length in bytes; undefined for one that is not text. */
  frame(text: string | undefined, bytes: number): void
  /** Counts so many bytes as arrived; true when they were too many, and the connection was ended. */
  isFlood(bytes: number): boolean
  /** For how long the provider has been understood; 0 before it was. Milliseconds. */
  goodMs(): number
}

/** The longest reason that is kept of a refusal or an end. */
export const longestWhy = 200
/** After so many unreadable frames in a row a new connection may be better than this one. */
const maxNonsense = 100

/**
 * The receiver of one connection. A second with more frames than `maxFrames`, or frames that take too long to read, end it
 * as a flood; a hundred unreadable ones in a row as garbage.
 */
export function createReceiver(params: ReceiverParams): Receiver {
  const { subscriptions, now, failed, finish } = params
  const flow = createFlow({ maxFrames: params.maxFrames, now })
  let goodSince: number | undefined
  let nonsense = 0
  const refuse = ({ text, fatal, unknown = [] }: Refused): void => {
    const isNothingLeft = unknown.length > 0 && subscriptions.remove(unknown)
    if (fatal || isNothingLeft) finish('refused', text, true)
    else failed('refused', text.slice(0, longestWhy))
  }
  const receive = ({ quotes = [], replies = [], refused, garbage }: Received): void => {
    nonsense = garbage === true ? nonsense + 1 : 0
    if (nonsense >= maxNonsense) return finish('garbage', 'sends nothing of its protocol')
    if (garbage === true) failed('garbage', 'sent something that is not of its protocol')
    else goodSince ??= now()
    if (quotes.length > 0) params.onQuotes()
    if (replies.length > 0) params.emit(replies)
    for (const quote of quotes) {
      if (params.isOver()) return
      subscriptions.quoted(quote.symbol)
      params.quoted(quote)
    }
    if (refused !== undefined) refuse(refused)
  }
  const isFlood = (bytes: number): boolean => {
    if (flow.arrived(bytes)) return false
    finish('flood', 'sent more than is ever expected of it')
    return true
  }
  return {
    isFlood,
    goodMs: () => (goodSince === undefined ? 0 : now() - goodSince),
    frame(text, bytes) {
      if (isFlood(bytes)) return
      const began = now()
      receive(text === undefined ? { garbage: true } : receivedOf(params.conversation, text))
      if (!flow.took(now() - began)) finish('flood', 'takes longer to understand than everything else can wait')
    },
  }
}

/** A dialect promises never to throw; unforeseen bytes must not end the whole server if one breaks that promise. */
function receivedOf(conversation: Conversation, text: string): Received {
  try {
    return conversation.onMessage(text)
  } catch {
    return { garbage: true }
  }
}
