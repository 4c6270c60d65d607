import { silentLog } from '../log.ts'
import { createSubscribers, type Bus } from './bus.ts'

/** A bus within one process: each `open` stands for a process of its own. Messages arrive one tick of the event loop later. */
export function createLocalBus(log = silentLog): { open(): Bus } {
  const members = new Set<ReturnType<typeof createSubscribers>>()
  return {
    open() {
      const own = createSubscribers(log)
      members.add(own)
      return {
        subscribe: own.subscribe,
        publish(topic, message) {
          for (const member of members) if (member !== own) setImmediate(() => member.deliver(topic, message))
        },
        close: async () => void members.delete(own),
      }
    },
  }
}
