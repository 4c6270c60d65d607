import type { Instrument, Providers } from '../../server/src/domains/markets/index.ts'
import type { manualClock } from '../../server/src/kernel/time/clock.ts'

const exchanges = ['binance', 'gate', 'bitget', 'okx', 'bybit', 'coinbase', 'kraken']

/** Who quotes an instrument in an installation with every vendor: large coins everywhere, small ones on three exchanges. */
const quotersOf = ({ type, rank }: Instrument): readonly string[] => {
  if (type === 2) return exchanges.slice(0, rank <= 60 ? 7 : rank <= 300 ? 5 : 3)
  if (type === 1) return ['deriv', 'twelve-data']
  return type === 4 ? ['dxfeed'] : ['alpaca', 'finnhub']
}

/** Providers whose prices walk at random from the catalogue's, each a little beside the others; always the same walk. */
export function randomWalkProviders(clock: ReturnType<typeof manualClock>): Providers & {
  /** Each provider with a new price in this second sends it. */
  emit(instruments: readonly Instrument[]): void
} {
  const levels = new Map<string, bigint>()
  let state = 7
  // A linear congruential generator (Park and Miller): any walk will do, as long as it is the same each time.
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
  const near = (price: bigint, max: number): bigint => price + (price * BigInt(random(2 * max + 1) - max)) / 1_000_000n
  let listener: Parameters<Providers['start']>[0] | undefined
  return {
    start: (one) => void (listener = one),
    stop: async () => undefined,
    status: () => [],
    quoting: () => [],
    requested: () => [],
    missing: () => [],
    emit(instruments) {
      const now = clock.now()
      for (const one of instruments) {
        const level = near(levels.get(one.code) ?? one.refUnits, 200)
        levels.set(one.code, level)
        for (const provider of quotersOf(one))
          if (random(10) < 7)
            listener?.priced({ provider, code: one.code, mid: near(level, 300), at: now - random(900) })
      }
    },
  }
}
