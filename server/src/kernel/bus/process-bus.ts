import type { ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'
import { createSubscribers, type Bus } from './bus.ts'

/** A message of the bus on the channel between a process and the one that started it. */
type Sent = { bus: string; message: string }

const isSent = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && 'bus' in value && 'message' in value

/** The bus of a process that was started by another, which passes messages on (`relayBus`). */
export function openProcessBus(log: Log): Bus {
  const own = createSubscribers(log)
  const onMessage = (value: unknown): void => {
    if (isSent(value)) own.deliver(value.bus, value.message)
  }
  process.on('message', onMessage)
  return {
    subscribe: own.subscribe,
    publish: (bus, message) => void process.send?.({ bus, message } satisfies Sent, ignoreClosed),
    close: async () => void process.off('message', onMessage),
  }
}

type Channel = Pick<ChildProcess, 'send' | 'connected'> & {
  on(event: 'message', listener: (value: unknown) => void): unknown
}

/** Passes what a started process publishes on to the others; called for each once it is started. */
export function relayBus(from: Channel, others: () => Iterable<Pick<ChildProcess, 'send' | 'connected'>>): void {
  from.on('message', (value) => {
    if (!isSent(value)) return
    for (const other of others()) if (other.connected) other.send(value, ignoreClosed)
  })
}

/** The other side may be ending: what it does not receive it reads from the database. */
const ignoreClosed = (): void => {}
