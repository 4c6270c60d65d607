import type { PriceFrameItem } from '@evenhand/protocol/markets.ts'
import type { Quote, QuoteBoard } from './quote-board.ts'

/** What `/message` sends: JSON arrays of prices, the newest of each instrument. */
export type PriceFrames = {
  /** The instruments that changed since the last call, or undefined when none did. */
  changed(): string | undefined
  /** All instruments, for a client that has just come or has missed frames. */
  all(): string
}

/**
 * Encodes the prices of a board. `changed` returns what changed since this call or its own last one; it may have one caller only.
 */
export function createPriceFrames(board: QuoteBoard): PriceFrames {
  let sent = board.version()
  return {
    changed() {
      const quotes = board.quotes().filter((quote) => quote.version > sent && quote.newest !== undefined)
      sent = board.version()
      return quotes.length === 0 ? undefined : frame(quotes)
    },
    all: () => frame(board.quotes()),
  }
}

export type Pusher = { changed(): void; stop(): void }

/**
 * Sends what changed: at once after a quiet time, and then at most every `everyMs` the newest of each instrument.
 */
export function createPusher(
  frames: PriceFrames,
  { everyMs, send }: { everyMs: number; send: (frame: string) => void },
): Pusher {
  let resting: NodeJS.Timeout | undefined
  let waiting = false
  const flush = (): void => {
    waiting = false
    const changed = frames.changed()
    if (changed !== undefined) send(changed)
    resting = setTimeout(() => {
      resting = undefined
      if (waiting) flush()
    }, everyMs)
  }
  return {
    changed() {
      waiting = true
      if (resting === undefined) flush()
    },
    stop: () => clearTimeout(resting),
  }
}

const frame = (quotes: readonly Quote[]): string => JSON.stringify(quotes.map(frameItem))

const frameItem = (quote: Quote): PriceFrameItem => ({
  code: quote.instrument.code,
  price: quote.priceText,
  zdf: quote.change,
  ts: quote.ts,
  seq: quote.newest?.seq ?? 0,
})
