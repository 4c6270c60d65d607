import { longestSecondsMs } from '@evenhand/protocol/markets.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { TickReader } from './tick-reader.ts'

type Deps = { reader: TickReader; clock: Pick<Clock, 'now'>; find: (code: string) => Instrument | undefined }
/** `from` ≤ time ≤ `to`, epoch milliseconds. */
export type SecondsRequest = { readonly code: string; readonly from: number; readonly to: number }
export type ListSeconds = (request: SecondsRequest) => Promise<[ts: number, price: string][]>

/**
 * The recorded prices of a span as the record has them, to the last digit: what a chart of seconds draws, and what an
 * order was decided by. Of a span longer than `longestSecondsMs` the newest part. An unknown code is refused with 40039.
 */
export const createListSeconds =
  ({ reader, clock, find }: Deps): ListSeconds =>
  async ({ code, from, to }) => {
    const instrument = find(code)
    if (instrument === undefined) throw refuse('notFound')
    const end = Math.min(to, clock.now())
    if (from > end) return []
    const [ticks = []] = await reader.read([{ code, from: Math.max(from, end - longestSecondsMs), to: end }])
    return ticks.flatMap(({ ts, price, late }) => (late ? [] : [[ts, formatUnits(price, instrument.precision)]]))
  }
