import type { Limits } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Files that one sends in a day. */
const aDay = { name: 'upload', max: 100, perMs: dayMs }
/** Files on their way at once: of one customer, and of all, whose disk space this bounds. */
const maxOfOne = 3
const maxOfAll = 40

/** Counts the files in upload of one sender, by what names the sender; refuses 40029 where one sends too many. */
export function createSending(limits: Limits): (sender: string) => () => void {
  const sending = new Map<string, number>()
  let all = 0
  return (sender) => {
    const own = sending.get(sender) ?? 0
    if (own >= maxOfOne || all >= maxOfAll) throw refuse('tooMany', { retryAfterS: 5 })
    limits.take(aDay, sender)
    sending.set(sender, own + 1)
    all += 1
    return () => {
      all -= 1
      const left = (sending.get(sender) ?? 1) - 1
      if (left > 0) sending.set(sender, left)
      else sending.delete(sender)
    }
  }
}
