import type { Received } from './provider/provider.ts'
import { refusal } from './refusal.ts'
import { sharesOf } from './symbol-shares.ts'

export type RequestShares = {
  /** The requests for all symbols, in shares. */
  readonly opening: readonly string[]
  /** What to do about a refusal: `id` is the one its request was sent with, as the provider repeats it. */
  refuse(id: unknown, text: string): Received
}

const word = /[A-Z0-9_]+/g

/**
 * Symbols asked for in shares, where one that is unknown makes the provider refuse its whole share: the refusal names it,
 * and the rest of the share is asked for again without it. A refusal that names none of a share's symbols is of the
 * request itself, and the same request would be refused again. Ids count from 1.
 */
export function requestInShares(params: {
  symbols: readonly string[]
  most: number
  emit(share: readonly string[], id: number): string
}): RequestShares {
  const shares = [...sharesOf(params.symbols, params.most)]
  return {
    opening: shares.map((share, index) => params.emit(share, index + 1)),
    refuse(id, text) {
      const index = shares.findIndex((_, at) => `${at + 1}` === String(id))
      const share = shares[index] ?? []
      const named = text.match(word)?.find((one) => share.includes(one))
      if (named === undefined) return refusal(text, { fatal: true })
      const rest = share.filter((symbol) => symbol !== named)
      shares[index] = rest
      const notified = refusal(text, { fatal: shares.every(({ length }) => length === 0) })
      return rest.length === 0 ? notified : { replies: [params.emit(rest, index + 1)], ...notified }
    },
  }
}
