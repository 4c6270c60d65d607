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

/** Subscribers by topic; what every transport delivers to. */
export function createSubscribers() {
  const byTopic = new Map<string, ((message: string) => void)[]>()
  return {
    subscribe(topic: string, onMessage: (message: string) => void): void {
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), onMessage])
    },
    deliver(topic: string, message: string): void {
      for (const onMessage of byTopic.get(topic) ?? []) onMessage(message)
    },
  }
}

/** The bus of a process that is alone: nobody hears it. */
export const noOthers: Bus = { publish: () => {}, subscribe: () => {}, close: async () => {} }
