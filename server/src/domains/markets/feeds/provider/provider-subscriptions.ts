import { minuteMs } from '@evenhand/protocol/durations.ts'

/** A symbol that was requested and is not quoted for so long is requested again. */
export const requestAgainMs = 5 * minuteMs

/** What was requested on a connection, and what came of it. */
export type Subscriptions = {
  /** A quote of a symbol was received. */
  quoted(symbol: string): void
  /** The provider does not have these: they are not requested again. True when none is left. */
  remove(symbols: readonly string[]): boolean
  /** The symbols to request again, which count as requested from now on. */
  due(): readonly string[]
}

/** Watches the symbols of one connection, which were requested as it began. In a closed market nothing is owed. */
export function createSubscriptions(params: {
  symbols: readonly string[]
  isOpen(symbol: string): boolean
  /** Milliseconds that only rise. */
  now(): number
}): Subscriptions {
  const { now } = params
  const began = now()
  const waitsSince = new Map(params.symbols.map((symbol) => [symbol, began]))
  return {
    quoted(symbol) {
      if (waitsSince.has(symbol)) waitsSince.set(symbol, now())
    },
    remove(symbols) {
      for (const symbol of symbols) waitsSince.delete(symbol)
      return waitsSince.size === 0
    },
    due() {
      const at = now()
      const due: string[] = []
      for (const [symbol, since] of waitsSince) {
        if (at - since < requestAgainMs) continue
        waitsSince.set(symbol, at)
        if (params.isOpen(symbol)) due.push(symbol)
      }
      return due
    },
  }
}
