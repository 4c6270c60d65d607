import { feedKinds } from '@evenhand/protocol/markets.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { Gauge } from '../../../kernel/http/metrics.ts'
import type { QuoteBoard } from './quote-board.ts'
import type { PriceSource } from '../sources/source.ts'

/** A newest tick of this age or less is a price of now; milliseconds. */
const nowMs = 5_000

/** What operators see of prices: how many are of now, by kind, and how the sources of live ones do. */
export function priceGauges({
  board,
  source,
  clock,
}: {
  board: QuoteBoard
  source: PriceSource
  clock: Clock
}): Gauge[] {
  const status = () => source.live?.status() ?? []
  return [
    {
      name: 'evenhand_prices',
      help: 'Instruments with a tick of the last five seconds, by kind.',
      read() {
        const since = clock.now() - nowMs
        const fresh = board.quotes().filter(({ newest }) => newest !== undefined && newest.ts >= since)
        return feedKinds.map((kind) => ({
          labels: { kind },
          value: fresh.filter(({ feedKind }) => feedKind === kind).length,
        }))
      },
    },
    {
      name: 'evenhand_price_source_open',
      help: 'Whether a source of live prices is connected.',
      read: () => status().map(({ name, state }) => ({ labels: { source: name }, value: state === 'open' ? 1 : 0 })),
    },
    {
      name: 'evenhand_price_source_faults',
      help: 'What went wrong with a source of live prices since the start.',
      read: () =>
        status().flatMap(({ name, faults }) =>
          Object.entries(faults).map(([fault, value]) => ({ labels: { source: name, fault }, value })),
        ),
    },
  ]
}
