import type { Clock } from '../time/clock.ts'
import type { Bus } from './bus.ts'

const everyMs = 2000
/** A process that sent nothing for so long is gone. */
const goneAfterMs = 3 * everyMs

type Counted = { from: string; count: number }

/** A number that every process has a part of, as connected sockets: each publishes its own every two seconds. */
export function createSharedCount(
  { bus, clock, from }: { bus: Bus; clock: Pick<Clock, 'monotonic'>; from: string },
  { topic, own }: { topic: string; own: () => number },
) {
  const others = new Map<string, { count: number; at: number }>()
  bus.subscribe(topic, (message) => {
    const { from: other, count } = JSON.parse(message) as Counted
    others.set(other, { count, at: clock.monotonic() })
  })
  const timer = setInterval(() => bus.publish(topic, JSON.stringify({ from, count: own() } satisfies Counted)), everyMs)
  timer.unref()
  return {
    total(): number {
      let sum = own()
      for (const [other, { count, at }] of others) {
        if (clock.monotonic() - at > goneAfterMs) others.delete(other)
        else sum += count
      }
      return sum
    },
    stop: () => clearInterval(timer),
  }
}
