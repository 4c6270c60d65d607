import type { Received } from './provider/provider.ts'
import { refusal, symbolRefusal } from './refusal.ts'
import { sharesOf } from './symbol-shares.ts'

export type RequestShares = {
  /** The requests for all symbols, in shares. */
  readonly opening: readonly string[]
  /** Requests for some of the symbols again, in shares of their own. */
  requestAgain(symbols: readonly string[]): readonly string[]
  /** What to do about a refusal: `id` is the one its request was sent with, as the provider repeats it. */
  refuse(id: unknown, text: string): Received
}

const word = /[A-Z0-9_]+/g
/** Requests whose refusal is still understood; a provider responds within seconds. */
const maxRequests = 500

/**
 * Symbols requested in shares, where one that is unknown makes the provider refuse its whole share: the refusal names it,
 * and the rest of the share is requested again without it. A refusal that names none of a share's symbols is of the
 * request itself, and its symbols are requested again when they are not quoted. Ids count from 1.
 */
export function requestInShares(params: {
  symbols: readonly string[]
  max: number
  emit(share: readonly string[], id: number): string
}): RequestShares {
  const sent = new Map<number, readonly string[]>()
  let newestId = 0
  const subscribe = (symbols: readonly string[]): readonly string[] =>
    sharesOf(symbols, params.max).map((share) => {
      newestId += 1
      sent.set(newestId, share)
      sent.delete(newestId - maxRequests)
      return params.emit(share, newestId)
    })
  return {
    opening: subscribe(params.symbols),
    requestAgain: subscribe,
    refuse(id, text) {
      // What is neither is none that was sent; an object may have no value at all.
      const key = typeof id === 'number' || typeof id === 'string' ? Number(id) : Number.NaN
      const share = sent.get(key) ?? []
      const named = text.match(word)?.find((one) => share.includes(one))
      if (named === undefined) return refusal(text, { fatal: false })
      const rest = share.filter((symbol) => symbol !== named)
      sent.set(key, rest)
      const unknownSymbol = symbolRefusal(text, named)
      return rest.length === 0 ? unknownSymbol : { replies: [params.emit(rest, key)], ...unknownSymbol }
    },
  }
}
