import type { Session } from '../../kernel/http/http.ts'
import type { Limits } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const aDay = { name: 'upload', max: 100, perMs: dayMs }
/** Files on their way at once: of one customer, and of all, whose disk space this bounds. */
const maxOfOne = 3
const maxOfAll = 40

/** Counts the files that customers are sending; refuses 40029 where one sends too many. */
export function createSending(limits: Limits): (session: Session) => () => void {
  const sending = new Map<string, number>()
  let all = 0
  return ({ customerId }) => {
    const own = sending.get(customerId) ?? 0
    if (own >= maxOfOne || all >= maxOfAll) throw refuse('tooMany', { retryAfterS: 5 })
    limits.take(aDay, customerId)
    sending.set(customerId, own + 1)
    all += 1
    return () => {
      all -= 1
      const left = (sending.get(customerId) ?? 1) - 1
      if (left > 0) sending.set(customerId, left)
      else sending.delete(customerId)
    }
  }
}
