import { openBatchedTopic } from '../../kernel/bus/batched-topic.ts'
import { noOthers, type Bus } from '../../kernel/bus/bus.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { gapMs } from './options.rules.ts'

type LastOrder = { at: number; key: string | undefined }
/** A turn that another process took, or gave back. */
type SharedTurn = { place: string; key: string | undefined; isOver?: true }

const topic = 'order-cooldown'

export type OrderGaps = { take(params: { accountId: bigint; code: string; key: string | undefined }): () => void }

/**
 * The pause between two orders of a customer on one instrument. `take` refuses 40029 inside it and returns how to give
 * the turn back when the order was not placed after all. A repeat under the same key is the same order: it passes, and
 * its key decides. Bounded: turns older than the pause are dropped. Measured by time that no change of the clock moves.
 * Other processes count a turn from when they hear of it.
 */
export function createOrderGaps(clock: Pick<Clock, 'monotonic'>, bus: Bus = noOthers): OrderGaps {
  const last = new Map<string, LastOrder>()
  const keep = (place: string, taken: LastOrder): void => {
    last.delete(place)
    last.set(place, taken)
    for (const [oldest, { at }] of last) {
      if (taken.at - at < gapMs) break
      last.delete(oldest)
    }
  }
  const share = openBatchedTopic<SharedTurn>(bus, topic, ({ place, key, isOver }) => {
    if (isOver !== true) keep(place, { at: clock.monotonic(), key })
    else if (last.get(place)?.key === key) last.delete(place)
  })
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
      keep(place, taken)
      share({ place, key })
      return () => {
        if (last.get(place) !== taken) return
        last.delete(place)
        share({ place, key, isOver: true })
      }
    },
  }
}
