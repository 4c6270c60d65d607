import type { TickRecord } from '@evenhand/proofs/settle.ts'
import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'
import type { BooksMarkets } from './books.deps.ts'

/** How far before a time its last tick is searched, step by step: most are seconds old, those of a closed market days. */
const steps = [minuteMs, hourMs, 12 * hourMs, dayMs, 2 * dayMs, 4 * dayMs]

/** The last recorded tick of an instrument, not late, before a time (epoch milliseconds); undefined where four days have none. */
export async function lastTickBefore(
  markets: Pick<BooksMarkets, 'ticks'>,
  { code, before }: { code: string; before: number },
): Promise<TickRecord | undefined> {
  let to = before - 1
  for (const step of steps) {
    const from = before - step
    const [ticks = []] = await markets.ticks([{ code, from, to }])
    const last = ticks.findLast(({ late }) => !late)
    if (last !== undefined) return last
    to = from - 1
  }
  return undefined
}
