import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ChatFrame } from '@evenhand/protocol/chat.ts'
import { WebSocket } from 'ws'
import type { BenchParams } from './arguments.ts'
import { goals, percentile, type Figure } from './goals.ts'
import type { Ground } from './ground.ts'
import { startProductProcess, untilIdle } from './product-process.ts'
import { runPart } from './run-part.ts'

/** Conversations that are open, each on a socket, and messages a second in them. */
const conversations = 2000
const messagesPerSecond = 200
/** Sockets that are opened at once. */
const opening = 50

/**
 * How long a message of customer service takes from the call that sends it to another device of its customer, while many
 * conversations are open: through HTTP, the commit, the notification and the read that the socket is sent.
 */
export async function benchChats(params: BenchParams, ground: Ground): Promise<Figure[]> {
  if (ground.tokens.length < conversations) throw new Error(`it takes ${conversations} sessions`)
  const product = await startProductProcess({ dataDir: ground.folder, url: ground.url })
  const open: Open[] = []
  try {
    await untilIdle(product, ground)
    for (let at = 0; at < conversations; at += opening) {
      const some = ground.tokens.slice(at, at + opening)
      open.push(...(await Promise.all(some.map((token) => openConversation(product.port, token)))))
    }
    const waits = await sendAll({ port: product.port, open, seconds: params.seconds * 4 })
    return [figureOf(waits, params.seconds * 4)]
  } finally {
    for (const { ws } of open) ws.terminate()
    await product.stop()
  }
}

/** A conversation on a socket; `arrived` is called with the client id of each message of its customer. */
type Open = { id: string; token: string; ws: WebSocket; arrived: (clientId: string) => void }

async function post(port: number, { path, token, body }: { path: string; token: string; body: object }) {
  const response = await fetch(`http://127.0.0.1:${port}/swx/customer/${path}`, {
    method: 'POST',
    headers: { authorization: token, virtually: 'YES', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, result } = (await response.json()) as { code: number; result: { chat: { id: string } } }
  if (code !== 200) throw new Error(`${path} responded with ${code}`)
  return result
}

async function openConversation(port: number, token: string): Promise<Open> {
  const { id } = (await post(port, { path: 'chat/open', token, body: {} })).chat
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  const opened: Open = { id, token, ws, arrived: () => {} }
  const shown = new Promise<void>((resolve, reject) => {
    ws.on('error', reject)
    ws.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ChatFrame | { channel: 'session' }
      if (frame.channel === 'session') return ws.send(JSON.stringify({ chat: id, since: 0 }))
      resolve()
      for (const { clientId } of frame.messages ?? []) opened.arrived(clientId ?? '')
    })
  })
  await once(ws, 'open')
  ws.send(JSON.stringify({ token, virtually: 'YES' }))
  await shown
  return opened
}

type Sending = { port: number; open: readonly Open[]; seconds: number }

/** Sends at an even rate, over all conversations in rotation; how long each message took to its socket, ms, the shortest first. */
async function sendAll({ port, open, seconds }: Sending): Promise<number[]> {
  const began = new Map<string, number>()
  const waits: number[] = []
  const arrived = (clientId: string): void => {
    const at = began.get(clientId)
    if (at === undefined) throw new Error('a message came twice, or from nowhere')
    began.delete(clientId)
    waits.push(performance.now() - at)
  }
  for (const one of open) one.arrived = arrived
  const calls: Promise<unknown>[] = []
  const total = seconds * messagesPerSecond
  const start = performance.now()
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * messagesPerSecond))
    for (; sent < due; sent += 1) {
      const one = open[sent % open.length] as Open
      const clientId = randomUUID()
      began.set(clientId, performance.now())
      const body = { clientId, text: `Message ${sent}: where is my withdrawal?` }
      calls.push(post(port, { path: `chat/${one.id}/message`, token: one.token, body }))
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(calls)
  for (const until = performance.now() + 10_000; began.size > 0 && performance.now() < until;)
    await new Promise((resolve) => setTimeout(resolve, 20))
  if (began.size > 0) throw new Error(`${began.size} messages did not come`)
  return waits.toSorted((a, b) => a - b)
}

function figureOf(waits: readonly number[], seconds: number): Figure {
  return {
    part: 'chats',
    what: 'p99 of a message of customer service, from the call to another device',
    value: percentile(waits, 0.99),
    unit: 'ms',
    goal: goals.chats,
    note: `${waits.length} messages in ${seconds} s (${messagesPerSecond} a second) in ${conversations} open conversations, each on a socket; median ${percentile(waits, 0.5).toFixed(1)} ms, slowest ${(waits.at(-1) ?? 0).toFixed(0)} ms; each came once`,
  }
}

if (import.meta.main) await runPart('chats', benchChats)
