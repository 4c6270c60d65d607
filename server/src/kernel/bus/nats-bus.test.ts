import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasNats, natsServer, onNats } from '../../../test/nats-server.ts'
import { silentLog, type Log } from '../log.ts'
import { openNatsBus } from './nats-bus.ts'

const ours = 'evenhand/0a1b'

describe.skipIf(!hasNats)(onNats, () => {
  let server: Awaited<ReturnType<typeof natsServer>>
  const opened: ReturnType<typeof openNatsBus>[] = []
  const open = (origin = ours, log: Log = silentLog) => {
    const bus = openNatsBus({ url: server.url, origin, log })
    opened.push(bus)
    return bus
  }
  beforeAll(async () => {
    server = await natsServer()
  })
  afterAll(async () => {
    await Promise.all(opened.map((bus) => bus.close()))
    await server.kill()
  })

  /** Publishes until it is received: a bus connects in the background. */
  const untilReceived = async (
    bus: ReturnType<typeof open>,
    { message, received }: { message: string; received: string[] },
  ) =>
    expect.poll(() => (bus.publish('news', message), received), { timeout: 15_000, interval: 100 }).toContain(message)

  test('a message reaches every other process of its installation, neither its own nor another installation', async () => {
    const [one, two, three, foreign] = [open(), open(), open(), open('evenhand/ffff')]
    const received = { one: [] as string[], two: [] as string[], three: [] as string[], foreign: [] as string[] }
    for (const [name, bus] of Object.entries({ one, two, three, foreign }))
      bus.subscribe('news', (message) => received[name as keyof typeof received].push(message))
    three.subscribe('other', () => received.three.push('wrong'))
    await untilReceived(one, { message: 'first', received: received.two })
    await untilReceived(one, { message: 'second', received: received.three })
    await untilReceived(two, { message: 'back', received: received.one })
    // The other installation is connected as well: it receives what is published under its name.
    await untilReceived(open('evenhand/ffff'), { message: 'theirs', received: received.foreign })
    expect(new Set(received.one)).toEqual(new Set(['back']))
    expect(received.three).not.toContain('wrong')
    expect(new Set(received.foreign)).toEqual(new Set(['theirs']))
  })

  test('while the server is away messages are dropped at once, and afterwards they flow again', async () => {
    const warnings: string[] = []
    const [one, two] = [open(ours, { ...silentLog, warn: (_fields, text) => warnings.push(text) }), open()]
    const received: string[] = []
    two.subscribe('news', (message) => received.push(message))
    await untilReceived(one, { message: 'before', received })
    await server.kill()
    await expect.poll(() => warnings.some((text) => text.startsWith('NATS is away'))).toBe(true)
    const before = process.memoryUsage().rss
    const large = 'x'.repeat(100_000)
    for (let index = 0; index < 5000; index += 1) one.publish('news', large)
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
    await server.start()
    await untilReceived(one, { message: 'after', received })
    // Nothing was kept for later.
    expect(received).not.toContain(large)
    expect(warnings.at(-1)).toBe('NATS is back')
  }, 30_000)

  test('a process that starts while the server is away goes on, and its messages arrive once there is one', async () => {
    await server.kill()
    const warnings: string[] = []
    const early = open(ours, { ...silentLog, warn: (_fields, text) => warnings.push(text) })
    early.publish('news', 'no process receives this')
    await expect.poll(() => warnings).toEqual(['NATS cannot be reached: it is tried again'])
    const never = open()
    await never.close()
    await server.start()
    const received: string[] = []
    open().subscribe('news', (message) => received.push(message))
    await untilReceived(early, { message: 'now', received })
    expect(received).not.toContain('no process receives this')
  }, 30_000)

  test('a message that no recipient can read, or that is too large, harms nothing', async () => {
    const warnings: Record<string, unknown>[] = []
    const [one, two] = [open(), open(ours, { ...silentLog, warn: (fields) => warnings.push({ ...fields }) })]
    const received: string[] = []
    two.subscribe('facts', (message) => void JSON.parse(message))
    two.subscribe('news', (message) => received.push(message))
    await untilReceived(one, { message: 'before', received })
    const stranger = await connect({ servers: new URL(server.url).host })
    for (const payload of ['{', '', new Uint8Array([0xff, 0x00, 0xc3])])
      stranger.publish('evenhand.0a1b.facts', payload)
    stranger.publish('evenhand.0a1b.nobody.listens', 'x')
    await stranger.flush()
    await stranger.close()
    two.publish('news', 'x'.repeat(2_000_000))
    await untilReceived(one, { message: 'after', received })
    // Once for what was too large, once for the topic.
    expect(warnings.map((fields) => fields['topic']).toSorted()).toEqual(['facts', 'news'])
  })
})
