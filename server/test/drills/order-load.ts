import { Agent, request } from 'node:http'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export type Product = 'options' | 'contracts'
export type Sent = { token: string; key: string; product: Product }
export type Acknowledged = Sent & { orderId: string }
/** What a load came to. Indeterminate: sent, and no response with its outcome. */
export type LoadResult = {
  acknowledged: Acknowledged[]
  indeterminate: Sent[]
  /** Refused by the product, by code; nothing was moved. */
  refused: Map<number, number>
  /** Longest time until a call returned 503, in ms. */
  slowest503: number
}

export type Response = { status: number; code: number; result: { orderId?: string } | undefined; ms: number }

export const buyRequest = JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' })
const buyContractRequest = JSON.stringify({
  code: 'BTCUSDT',
  side: 'BUY',
  orderType: 'MARKET',
  lots: '0.01',
  leverage: 2,
})
const path = '/swx/customer/order'
const buying = {
  options: { target: `${path}/buyOptions`, body: buyRequest },
  contracts: { target: `${path}/buyContract`, body: buyContractRequest },
} as const
/** Of the calls at a time, how many are for contracts. */
const contractWorkers = 8
const responseWithinMs = 30_000

/** One caller's connection pool; close it at the end. */
export function openCaller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const send = (method: string, target: string, params: Sent & { body?: string }): Promise<Response> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      const headers = {
        authorization: params.token,
        virtually: 'YES',
        ...(params.body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': params.key }),
      }
      const call = request({ host: '127.0.0.1', port, method, path: target, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('error', reject)
        response.on('end', () => {
          const body = response.complete
            ? (JSON.parse(text) as { code: number; result?: Response['result'] })
            : undefined
          if (body === undefined) reject(new Error('cut off'))
          else
            resolve({
              status: response.statusCode ?? 0,
              code: body.code,
              result: body.result,
              ms: performance.now() - began,
            })
        })
      })
      call.setTimeout(responseWithinMs, () => call.destroy(new Error('no response')))
      call.on('error', reject)
      call.end(params.body)
    })
  return {
    /** Closes a whole position, whatever comes of it: a kill may cut it off, and the books show whether it happened once. */
    closeContract: ({ token, orderId }: Acknowledged) =>
      send('POST', `${path}/closeContract`, {
        token,
        key: randomUUID(),
        product: 'contracts',
        body: JSON.stringify({ id: orderId }),
      }),
    buy: (params: Sent) =>
      send('POST', buying[params.product].target, { ...params, body: buying[params.product].body }),
    byKey: (params: Sent) => send('GET', `${path}/byKey?key=${params.key}`, params),
    close: () => agent.destroy(),
  }
}
export type Caller = ReturnType<typeof openCaller>

/** On a busy machine a contract's tick is held against it seconds later. */
const maxCloseTries = 100
/** Closes a contract as soon as its tick has come, at most so many times tried; whether it was. */
async function closeOnceOpen(caller: Caller, bought: Acknowledged, isOver: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < maxCloseTries && !isOver(); tries += 1) {
    await wait(300)
    const response = await caller.closeContract(bought).catch(() => undefined)
    if (response === undefined || response.code === 200) return response !== undefined
  }
  return false
}

/** Never sent at all: the connection was refused. */
const isUnsent = (cause: unknown): boolean => (cause as { code?: string }).code === 'ECONNREFUSED'

export type LoadParams = { caller: Caller; tokens: readonly string[]; workers: number; restMs?: number }

/**
 * Buys with `workers` calls at a time until stopped, customers in rotation; a worker whose call fails waits a moment. With
 * `restMs` each rests so long between its calls, until the load hurries: then all have a call on its way.
 */
export function startLoad(params: LoadParams) {
  const result: LoadResult = { acknowledged: [], indeterminate: [], refused: new Map(), slowest503: 0 }
  let stopped = false
  let onTheirWay = 0
  let closed = 0
  let restMs = params.restMs ?? 0
  let next = Math.floor(Math.random() * params.tokens.length)
  const note = (sent: Sent, response: Response): boolean => {
    if (response.code === 200) result.acknowledged.push({ ...sent, orderId: response.result?.orderId ?? '' })
    else if (response.status === 503) {
      result.indeterminate.push(sent)
      result.slowest503 = Math.max(result.slowest503, response.ms)
    } else result.refused.set(response.code, (result.refused.get(response.code) ?? 0) + 1)
    return response.status !== 503
  }
  const work = async (worker: number): Promise<void> => {
    const product = worker < contractWorkers ? 'contracts' : 'options'
    while (!stopped) {
      const sent = { token: params.tokens[next++ % params.tokens.length] ?? '', key: randomUUID(), product } as const
      onTheirWay += 1
      const well = await params.caller.buy(sent).then(
        (response) => note(sent, response),
        (cause: unknown) => {
          if (!isUnsent(cause)) result.indeterminate.push(sent)
          return false
        },
      )
      onTheirWay -= 1
      const bought = result.acknowledged.at(-1)
      if (well && product === 'contracts' && bought?.key === sent.key)
        closed += (await closeOnceOpen(params.caller, bought, () => stopped)) ? 1 : 0
      if (!well || restMs > 0) await wait(Math.max(restMs, well ? 0 : 50))
    }
  }
  const working = Promise.all(Array.from({ length: params.workers }, (_, worker) => work(worker)))
  return {
    acknowledgedSoFar: () => result.acknowledged.length,
    /** Requests to close a contract that were acknowledged; its price is the next recorded one. */
    closedSoFar: () => closed,
    /** Without a rest until it is slowed again; ends when half of the workers have a call on its way. */
    async hurry(): Promise<void> {
      restMs = 0
      while (onTheirWay < params.workers / 2) await wait(1)
    },
    slow: () => void (restMs = params.restMs ?? 0),
    async stop(): Promise<LoadResult> {
      stopped = true
      await working
      return result
    },
  }
}

/**
 * Finds out what became of calls without a response, as the customer app does: search by key, and where nothing is known send
 * the same call with the same key once more. Returns the orders they came to, and how many had been placed before.
 */
export async function findOut(caller: Caller, sent: readonly Sent[]) {
  const orders: Acknowledged[] = []
  const unresolved: Sent[] = []
  let placedBefore = 0
  for (const one of sent) {
    const known = await caller.byKey(one)
    if (known.code === 200) placedBefore += 1
    const response = known.code === 200 ? known : await caller.buy(one)
    if (response.code === 200) orders.push({ ...one, orderId: response.result?.orderId ?? '' })
    // A customer who has twenty open by now is refused, and that is a result too.
    else if (response.status === 503 || response.code === 10092) unresolved.push(one)
  }
  return { orders, unresolved, placedBefore }
}
