import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import { createSubscribers, type Bus } from './bus.ts'

export type NatsBusParams = {
  /** nats:// or tls://, with user and password or a token before the host where the server wants them. */
  url: string
  /** The installation that a process belongs to, as receipts name it: two on one server never receive each other's messages. */
  origin: string
  log: Log
}

const retryMs = { first: 200, max: 5000 }
const dialMs = 5000
/** A server that is silent for two of these is down, whatever its socket reports. */
const pingEveryMs = 2000

/**
 * The bus of the processes of several machines, on a NATS server. It connects in the background and again for ever; while
 * the server is away what is published is dropped, so nothing waits for it and nothing piles up.
 */
export function openNatsBus({ url, origin, log }: NatsBusParams): Bus {
  const own = createSubscribers(log)
  const prefix = `${origin.replaceAll(/[^A-Za-z0-9]+/g, '.')}.`
  let client: NatsConnection | undefined
  let isUp = false
  let closed = false
  let wake: () => void = () => {}

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => (clearTimeout(timer), resolve())
    })

  /** Logs the state of a connection, which the client opens again by itself; ends when it is closed. */
  const follow = async (opened: NatsConnection, attempts: { made: number }): Promise<void> => {
    opened.subscribe(`${prefix}>`, {
      callback: (_error, sent) => own.deliver(sent.subject.slice(prefix.length), sent.string()),
    })
    isUp = true
    for await (const { type } of opened.status()) {
      if (type === 'reconnecting') attempts.made += 1
      if (type === 'disconnect') {
        isUp = false
        log.warn({}, 'NATS is away: what other processes do is known through the database alone')
      }
      if (type === 'reconnect') {
        attempts.made = 0
        isUp = true
        log.warn({}, 'NATS is back')
      }
    }
    isUp = false
  }

  const keep = async (): Promise<void> => {
    for (let failures = 0; !closed; failures += 1) {
      const attempts = { made: 0 }
      try {
        client = await connect({ ...optionsOf(url), reconnectDelayHandler: () => waitOf(attempts.made) })
        failures = 0
        if (closed) await client.close()
        else await follow(client, attempts)
      } catch (cause) {
        if (failures === 0) log.warn({ cause: String(cause) }, 'NATS cannot be reached: it is tried again')
      }
      if (!closed) await pause(waitOf(failures))
    }
  }
  void keep()

  return {
    subscribe: own.subscribe,
    publish(topic, message) {
      if (!isUp) return
      try {
        client?.publish(prefix + topic, message)
      } catch (cause) {
        // It was closed meanwhile, or the message is larger than the server takes.
        log.warn({ topic, cause: String(cause) }, 'a message of the bus was not sent')
      }
    },
    async close() {
      closed = true
      isUp = false
      wake()
      await client?.close()
    },
  }
}

const waitOf = (attempts: number): number => Math.min(retryMs.max, retryMs.first * 2 ** Math.min(attempts, 10))

/** The client's options. It reads no user, password or token from an address itself. */
function optionsOf(url: string): NodeConnectionOptions {
  const { host, protocol, username, password } = new URL(url)
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: host,
    name: 'evenhand',
    noEcho: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    timeout: dialMs,
    pingInterval: pingEveryMs,
    maxPingOut: 2,
    ...(protocol === 'tls:' && { tls: {} }),
    ...(pass === '' ? user !== '' && { token: user } : { user, pass }),
  }
}
