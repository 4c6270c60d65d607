import type { Bus } from '../../kernel/bus/bus.ts'
import type { Clock } from '../../kernel/time/clock.ts'

type Side = 'CUSTOMER' | 'AGENT'

const topic = 'chat-typing'
/** How long a person counts as typing after the last event of it. */
const writesMs = 5000
const maxWriters = 10_000

/** Who types now, published between the processes and kept nowhere. */
export function createTyping({ bus, clock }: { bus: Bus; clock: Pick<Clock, 'monotonic'> }) {
  const writers = new Map<string, number>()
  const listeners: ((id: string, by: Side) => void)[] = []
  const note = (id: string, by: Side): void => {
    if (by === 'CUSTOMER') {
      writers.delete(id)
      writers.set(id, clock.monotonic())
      const oldest = writers.keys().next()
      if (writers.size > maxWriters && oldest.done !== true) writers.delete(oldest.value)
    }
    for (const onTyping of listeners) onTyping(id, by)
  }
  bus.subscribe(topic, (message) => {
    const [id = '', by] = message.split(' ')
    if (by === 'CUSTOMER' || by === 'AGENT') note(id, by)
  })
  return {
    publish(id: string, by: Side): void {
      note(id, by)
      bus.publish(topic, `${id} ${by}`)
    },
    onTyping: (run: (id: string, by: Side) => void): void => void listeners.push(run),
    /** Whether the customer of a conversation writes now. */
    customerWrites: (id: string): boolean =>
      clock.monotonic() - (writers.get(id) ?? Number.NEGATIVE_INFINITY) < writesMs,
  }
}

export type Typing = ReturnType<typeof createTyping>
