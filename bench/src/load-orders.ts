import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { percentile } from './goals.ts'
import { HttpConnection } from './http-connection.ts'

// A process of its own: buys options or contracts over HTTP on keep-alive connections, as fast as responses come or at a given rate.

export type LoadRequest = {
  product: 'options' | 'contracts'
  port: number
  seconds: number
  connections: number
  rate: number | null
}
export type LoadResponse = {
  done: number
  refused: number
  /** The beginning of the first refusal. */
  firstRefusal: string | undefined
  perSecond: number
  p50: number
  p99: number
  cpuMicros: number
}

const tokens = readFileSync(process.argv[2] ?? '', 'utf8').split('\n')
const requestOf = (call: string, body: object) => {
  const text = JSON.stringify(body)
  const head = `POST /swx/customer/order/${call} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nvirtually: YES\r\n`
  return { head, tail: `\r\nContent-Length: ${text.length}\r\n\r\n${text}` }
}
// Contracts on many instruments: the house takes so much on each and no more.
const codes = [
  'ETHUSDT',
  'SOLUSDT',
  'XRPUSDT',
  'DOGEUSDT',
  'ADAUSDT',
  'LINKUSDT',
  'LTCUSDT',
  'DOTUSDT',
  'TRXUSDT',
  'BNBUSDT',
]
const order = { side: 'BUY', orderType: 'MARKET', lots: '0.01', leverage: 2 }
const requests = {
  options: [requestOf('buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 3600, amount: '20' })],
  contracts: codes.map((code) => requestOf('buyContract', { code, ...order })),
}

// Customers in rotation; their accounts are scattered over all that are loaded.
let nth = 0
const nextRequest = (product: LoadRequest['product']): string => {
  const each = requests[product]
  const { head, tail } = each[nth % each.length] as (typeof each)[0]
  return `${head}Authorization: ${tokens[nth++ % tokens.length]}\r\nIdempotency-Key: ${randomUUID()}${tail}`
}

/** Loads for some seconds. With a rate, calls are due at even intervals and a late one is counted from when it was due. */
async function load({ product, port, seconds, connections, rate }: LoadRequest): Promise<LoadResponse> {
  const waits: number[] = []
  let refused = 0
  let firstRefusal: string | undefined
  let running = true
  const idle: HttpConnection[] = []
  const overdue: number[] = []
  const all: HttpConnection[] = []
  let onAnyResponse: () => void = () => {}
  let finished: () => void = () => {}
  const done = new Promise<void>((resolve) => (finished = resolve))
  const next = (connection: HttpConnection): void => {
    const due = overdue.shift()
    if (due !== undefined) connection.send(nextRequest(product), due)
    else if (rate === null && running) connection.send(nextRequest(product), performance.now())
    else {
      idle.push(connection)
      onAnyResponse()
    }
  }
  for (let index = 0; index < connections; index += 1) {
    const connection = await HttpConnection.open(port, ({ refusal, started }) => {
      firstRefusal ??= refusal
      if (refusal === undefined) waits.push(performance.now() - started)
      else refused += 1
      next(connection)
    })
    all.push(connection)
  }
  const cpu = process.cpuUsage()
  const began = performance.now()
  const timer = rate === null ? undefined : setInterval(sendDue, 1)
  let sent = 0
  function sendDue(): void {
    const dueByNow = Math.floor(((performance.now() - began) / 1000) * (rate ?? 0))
    for (; running && sent < dueByNow; sent += 1) {
      const due = began + (sent * 1000) / (rate ?? 1)
      const connection = idle.pop()
      if (connection === undefined) overdue.push(due)
      else connection.send(nextRequest(product), due)
    }
  }
  for (const connection of all) next(connection)
  setTimeout(() => {
    running = false
    onAnyResponse = () => idle.length === all.length && overdue.length === 0 && finished()
    onAnyResponse()
  }, seconds * 1000)
  await done
  clearInterval(timer)
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of all) connection.close()
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    done: waits.length,
    refused,
    firstRefusal,
    perSecond: (waits.length * 1000) / took,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    cpuMicros: user + system,
  }
}

process.on('message', (request: LoadRequest) => void load(request).then((response) => process.send?.(response)))
