import { openBatchedTopic } from '../../kernel/bus/batched-topic.ts'
import { noOthers, type Bus } from '../../kernel/bus/bus.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { cooldownMs } from './options.rules.ts'

type LastOrder = { at: number; key: string | undefined }
/** An order that another process accepted, or whose cooldown it released. */
type SharedOrder = { cooldownKey: string; key: string | undefined; isOver?: true }

const topic = 'order-cooldown'

export type OrderCooldown = { take(params: { accountId: bigint; code: string; key: string | undefined }): () => void }

/**
 * The pause between two orders of a customer on one instrument. `take` refuses 40029 inside it and returns how to
 * release the cooldown when the order was not placed after all. A repeat under the same key is the same order: it passes, and
 * its key decides. Bounded: orders older than the pause are dropped. Measured by time that no change of the clock moves.
 * Other processes count an order from its message.
 */
export function createOrderCooldown(clock: Pick<Clock, 'monotonic'>, bus: Bus = noOthers): OrderCooldown {
  const last = new Map<string, LastOrder>()
  const keep = (cooldownKey: string, taken: LastOrder): void => {
    last.delete(cooldownKey)
    last.set(cooldownKey, taken)
    for (const [oldest, { at }] of last) {
      if (taken.at - at < cooldownMs) break
      last.delete(oldest)
    }
  }
  const share = openBatchedTopic<SharedOrder>(bus, topic, ({ cooldownKey, key, isOver }) => {
    if (isOver !== true) keep(cooldownKey, { at: clock.monotonic(), key })
    else if (last.get(cooldownKey)?.key === key) last.delete(cooldownKey)
  })
  return {
    take({ accountId, code, key }) {
      const cooldownKey = `${accountId} ${code}`
      const now = clock.monotonic()
      const before = last.get(cooldownKey)
      if (before !== undefined && now - before.at < cooldownMs) {
        if (key !== undefined && before.key === key) return () => {}
        throw refuse('tooMany', { retryAfterS: Math.ceil((before.at + cooldownMs - now) / 1000) })
      }
      const taken = { at: now, key }
      keep(cooldownKey, taken)
      share({ cooldownKey, key })
      return () => {
        if (last.get(cooldownKey) !== taken) return
        last.delete(cooldownKey)
        share({ cooldownKey, key, isOver: true })
      }
    },
  }
}
