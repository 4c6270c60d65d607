import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { setScene, type Scene } from './kill-drill.ts'
import { databaseUrl, killAll, killings, startProduct, untilReady, type RunningProduct } from './running-product.ts'

export type ChatDrillResult = {
  conversations: number
  /** How often the server was killed while they were sent. */
  killed: number
  /** Messages of customers and replies of the agent that were sent until they were acknowledged. */
  sent: number
  replies: number
  lost: number
  doubled: number
  /** Conversations in which messages of one side stand in another order than they were sent, or with a gap in the numbers. */
  disordered: number
}
type Params = { conversations: number; messages: number; kills: number }

/**
 * Forty conversations with one agent go through a server that is killed again and again: both sides send each message until it
 * is acknowledged, under one client id, and afterwards the tables are compared with what was sent.
 */
export async function runChatDrill({ conversations, messages, kills }: Params): Promise<ChatDrillResult> {
  let { scene, product } = await setScene(conversations)
  let isOver = false
  let killed = 0
  try {
    const sent = new Map<string, string[]>()
    const agentReplies = new Map<string, string[]>()
    const agent = agentAt(scene)
    const talks = scene.tokens.slice(0, conversations).map(async (token, index) => {
      const id = await openChat(scene, token)
      const sentIds: string[] = []
      sent.set(id, sentIds)
      for (let count = 0; count < messages; count += 1) {
        const clientId = randomUUID()
        await untilDone(() =>
          call(scene.port, `/swx/customer/chat/${id}/message`, {
            headers: { authorization: token, virtually: 'YES' },
            body: { clientId, text: `${index}: ${count}` },
          }),
        )
        sentIds.push(clientId)
        if (count === 0) await agent.take(id)
        const own = await agent.reply(id, `${index}: reply ${count}`)
        agentReplies.set(id, [...(agentReplies.get(id) ?? []), own])
        await wait(Math.random() * 200)
      }
    })
    const all = Promise.all(talks).finally(() => (isOver = true))
    for (let count = 0; count < kills && !isOver; count += 1) {
      await wait(1500 + Math.random() * 1500)
      product = await killAndStart(scene, product)
      killed += 1
    }
    await all
    return { ...(await compare(scene, { sent, replies: agentReplies })), conversations, killed }
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(scene.dataDir, { recursive: true, force: true })
  }
}

async function killAndStart(scene: Scene, product: RunningProduct): Promise<RunningProduct> {
  killAll(killings.server(product))
  await product.ended
  const next = startProduct(scene)
  await untilReady(next)
  return next
}

type CallResponse = { code: number; result: unknown; cookie: string }
type Request = { headers?: Record<string, string>; body: object }

async function call(port: number, path: string, { headers = {}, body }: Request): Promise<CallResponse> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  })
  const cookie = String(response.headers.get('set-cookie')).split(';')[0] ?? ''
  return { ...((await response.json()) as { code: number; result: unknown }), cookie }
}

/** Calls again, with the same request, until it returns 200. */
async function untilDone(run: () => Promise<CallResponse>): Promise<CallResponse> {
  for (;;) {
    const response = await run().catch(() => undefined)
    if (response?.code === 200) return response
    await wait(100)
  }
}

async function openChat({ port }: Scene, token: string): Promise<string> {
  const headers = { authorization: token, virtually: 'YES' }
  const { result } = await untilDone(() => call(port, '/swx/customer/chat/open', { headers, body: {} }))
  return (result as { chat: { id: string } }).chat.id
}

/** The one agent, whose session is in the database and so outlives the server. */
function agentAt({ consolePort }: Scene) {
  const login = { name: 'sandbox-support', password: 'support-tries-things' }
  const signedIn = untilDone(() => call(consolePort, '/swx/admin/login', { body: login })).then(
    ({ result, cookie }) => ({ cookie, 'x-csrf': (result as { csrf: string }).csrf }),
  )
  return {
    async take(id: string): Promise<void> {
      const headers = await signedIn
      for (;;) {
        const taken = await call(consolePort, `/swx/admin/chats/${id}/step`, { headers, body: { step: 'take' } }).catch(
          () => undefined,
        )
        // Taken before by a call whose response was lost.
        if (taken?.code === 200 || taken?.code === 40039) return
        await wait(100)
      }
    },
    async reply(id: string, text: string): Promise<string> {
      const headers = await signedIn
      const clientId = randomUUID()
      await untilDone(() => call(consolePort, `/swx/admin/chats/${id}/message`, { headers, body: { clientId, text } }))
      return clientId
    },
  }
}

type Compared = Omit<ChatDrillResult, 'conversations' | 'killed'>
type Messages = { sent: Map<string, string[]>; replies: Map<string, string[]> }

async function compare({ dataDir }: Scene, { sent, replies: agentReplies }: Messages): Promise<Compared> {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) })
  await client.connect()
  const result: Compared = { sent: 0, replies: 0, lost: 0, doubled: 0, disordered: 0 }
  try {
    for (const [id, sentIds] of sent) {
      const { rows } = await client.query<{ seq: number; author: string; client_id: string | null }>(
        'select seq, author, client_id from chats.messages where conversation_id = $1 order by seq',
        [id],
      )
      const isWhole = rows.every(({ seq }, at) => seq === at + 1)
      const replies = agentReplies.get(id) ?? []
      const keptOf = (author: string) => rows.filter((row) => row.author === author).map((row) => row.client_id ?? '')
      const sides = [
        { kept: keptOf('CUSTOMER'), wanted: sentIds },
        { kept: keptOf('AGENT'), wanted: replies },
      ]
      result.sent += sentIds.length
      result.replies += replies.length
      for (const { kept, wanted } of sides) {
        result.lost += wanted.filter((one) => !kept.includes(one)).length
        result.doubled += kept.length - new Set(kept).size
        if (kept.join() !== wanted.join()) result.disordered += 1
      }
      if (!isWhole) result.disordered += 1
    }
    return result
  } finally {
    await client.end()
  }
}
