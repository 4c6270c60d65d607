import { refuse } from '../../kernel/http/refusal.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { gapMs } from './options.rules.ts'

type LastOrder = { at: number; key: string | undefined }
export type OrderGaps = { take(params: { accountId: bigint; code: string; key: string | undefined }): () => void }

/**
 * The pause between two orders of a customer on one instrument. `take` refuses 40029 inside it and returns how to give
 * the turn back when the order was not placed after all. A repeat under the same key is the same order: it passes, and
 * its key decides. Bounded: turns older than the pause are dropped. Measured by time that no change of the clock moves.
 */
export function createOrderGaps(clock: Pick<Clock, 'monotonic'>): OrderGaps {
  const last = new Map<string, LastOrder>()
  return {
    take({ accountId, code, key }) {
      const place = `${accountId} ${code}`
      const now = clock.monotonic()
      const before = last.get(place)
      if (before !== undefined && now - before.at < gapMs) {
        if (key !== undefined && before.key === key) return () => {}
        throw refuse('tooMany', { retryAfterS: Math.ceil((before.at + gapMs - now) / 1000) })
      }
      const taken = { at: now, key }
      last.delete(place)
      last.set(place, taken)
      for (const [oldest, { at }] of last) {
        if (now - at < gapMs) break
        last.delete(oldest)
      }
      return () => {
        if (last.get(place) === taken) last.delete(place)
      }
    },
  }
}
