import type { Log } from '../log.ts'

/**
 * Messages between the processes of one installation. What is published reaches the subscribers of every other process and
 * none of this one. A message may be lost where a process is away, so it is a hint or a copy: whatever must not be lost is
 * read from the database.
 */
export type Bus = {
  publish(topic: string, message: string): void
  subscribe(topic: string, onMessage: (message: string) => void): void
  close(): Promise<void>
}

/**
 * Subscribers by topic; what every transport delivers to. A message that a subscriber cannot read, as one of another version
 * of the product, ends nothing: it is dropped, and the first of a topic is logged.
 */
export function createSubscribers(log: Pick<Log, 'warn'>) {
  const byTopic = new Map<string, ((message: string) => void)[]>()
  const faulty = new Set<string>()
  return {
    subscribe(topic: string, onMessage: (message: string) => void): void {
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), onMessage])
    },
    deliver(topic: string, message: string): void {
      for (const onMessage of byTopic.get(topic) ?? []) {
        try {
          onMessage(message)
        } catch (cause) {
          if (!faulty.has(topic)) log.warn({ topic, cause: String(cause) }, 'a message of the bus could not be read')
          faulty.add(topic)
        }
      }
    },
  }
}

/** The bus of a process that is alone: it has no subscribers. */
export const noOthers: Bus = { publish: () => {}, subscribe: () => {}, close: async () => {} }
