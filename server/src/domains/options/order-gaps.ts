import { refuse } from '../../kernel/refusal.ts'
import type { Clock } from '../../kernel/clock.ts'
import { gapMs } from './options.rules.ts'

/**
 * The pause between two orders of a customer on one instrument. `take` refuses 40029 inside it and answers how to give
 * the turn back when the order was not placed after all. Bounded: turns older than the pause are dropped.
 */
export function createOrderGaps(clock: Clock): { take(accountId: bigint, code: string): () => void } {
  const last = new Map<string, number>()
  return {
    take(accountId, code) {
      const key = `${accountId} ${code}`
      const now = clock.now()
      const before = last.get(key)
      if (before !== undefined && now - before < gapMs)
        throw refuse('tooMany', { retryAfterS: Math.ceil((before + gapMs - now) / 1000) })
      last.delete(key)
      last.set(key, now)
      for (const [oldest, at] of last) {
        if (now - at < gapMs) break
        last.delete(oldest)
      }
      return () => {
        if (last.get(key) === now) last.delete(key)
      }
    },
  }
}
