import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { countMoney, countPaid, type Paid } from './count-money.ts'
import { countOrders } from './count-orders.ts'
import { setScene, strikeScene } from './kill-drill.ts'
import { findOutMoney, openOwners, startMoneyLoad, type Moved } from './money-load.ts'
import { findOut, openCaller, startLoad, type Acknowledged, type Response, type Caller } from './order-load.ts'
import { databaseUrl, postgresPids } from './running-product.ts'

export type FreezeResult = {
  /** After this much load the database stood still, in ms. */
  afterMs: number
  acknowledged: number
  indeterminate: number
  placedBefore: number
  moved: number
  movedUnsure: number
  unresolved: number
  lost: number
  doubled: number
  broken: string[]
  /** The slowest single call while the database stood still, in ms, and the slowest response of /health/ready. */
  slowestMs: number
  slowestReadyMs: number
  /** Calls that returned anything but 503 and 10092. */
  otherResponses: number
  /** From the database's return to the first order placed. */
  backMs: number
}
type FreezeOptions = {
  freezes: number
  holdMs: number
  accounts?: number
  onFreeze?: (result: FreezeResult) => void
  onPaid?: (paid: Paid) => void
}

/** Stops every process of the database where it stands; the result lets them go on. */
function freeze(dataDir: string): () => void {
  const stopped = new Set<number>()
  // What was started while the first were being stopped is found at the second check.
  for (const _ of ['first', 'second']) {
    const { postmaster, children } = postgresPids(dataDir)
    for (const pid of [postmaster, ...children]) if (signal(pid, 'SIGSTOP')) stopped.add(pid)
  }
  return () => {
    for (const pid of stopped) signal(pid, 'SIGCONT')
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    // It had ended by itself.
    return false
  }
}

/** Calls one by one while the database stands still; the first of them at the very moment. */
async function callMeanwhile(params: { caller: Caller; token: string; port: number; holdMs: number }) {
  const responses: Response[] = []
  const readyMs: number[] = []
  const one = async (): Promise<void> => {
    responses.push(await params.caller.buy({ token: params.token, key: randomUUID(), product: 'options' }))
    const began = performance.now()
    await (await fetch(`http://127.0.0.1:${params.port}/health/ready`)).arrayBuffer()
    readyMs.push(performance.now() - began)
  }
  const calls: Promise<void>[] = []
  for (const until = performance.now() + params.holdMs; performance.now() < until; await wait(200)) calls.push(one())
  await Promise.all(calls)
  return { responses, readyMs }
}

/**
 * Lets the database of a running product stand still again and again under load, each time after another moment, and
 * after each return counts every order and every movement of money that was ever confirmed to a customer.
 */
export async function runFreezeDrill(params: FreezeOptions): Promise<FreezeResult[]> {
  const { scene, product } = await setScene(params.accounts ?? 1500)
  const caller = openCaller(scene.port)
  const orders: Acknowledged[] = []
  const confirmed: Moved[] = []
  const results: FreezeResult[] = []
  const owners = await openOwners(scene)
  const installation = { caller, token: scene.tokens[0] ?? '', port: scene.port, holdMs: params.holdMs }
  try {
    for (let count = 0; count < params.freezes; count += 1) {
      const moving = startMoneyLoad({ port: scene.port, owners })
      const load = startLoad({ caller, tokens: scene.tokens.slice(1), workers: 32 })
      const afterMs = Math.round(300 + Math.random() * 1200)
      await wait(afterMs)
      const thaw = freeze(scene.dataDir)
      const { responses, readyMs } = await callMeanwhile(installation).finally(thaw)
      const back = performance.now()
      const before = load.acknowledgedSoFar()
      while (load.acknowledgedSoFar() === before && performance.now() - back < 60_000) await wait(10)
      const backMs = Math.round(performance.now() - back)
      const [loaded, moved] = await Promise.all([load.stop(), moving.stop()])
      const resolved = await findOut(caller, loaded.indeterminate)
      confirmed.push(...moved.acknowledged, ...(await findOutMoney(scene.port, moved.unsure)))
      orders.push(...loaded.acknowledged, ...resolved.orders)
      const placedMeanwhile = responses.flatMap(({ result }) => (result?.orderId === undefined ? [] : [result.orderId]))
      const ids = [...orders.map(({ orderId }) => orderId), ...placedMeanwhile]
      const counted = await countOrders(databaseUrl(scene.dataDir), ids)
      const coins = await countMoney(scene.dataDir, confirmed)
      const result: FreezeResult = {
        afterMs,
        acknowledged: loaded.acknowledged.length,
        indeterminate: loaded.indeterminate.length,
        placedBefore: resolved.placedBefore,
        moved: moved.acknowledged.length,
        movedUnsure: moved.unsure.length,
        unresolved: resolved.unresolved.length,
        lost: counted.lost + coins.lost,
        doubled: counted.doubled + coins.doubled,
        broken: [...counted.broken, ...coins.broken],
        slowestMs: Math.round(Math.max(...responses.map(({ ms }) => ms))),
        slowestReadyMs: Math.round(Math.max(...readyMs)),
        otherResponses: responses.filter(({ status, code }) => status !== 503 || code !== 10_092).length,
        backMs,
      }
      results.push(result)
      params.onFreeze?.(result)
    }
    params.onPaid?.(await countPaid(scene.dataDir))
  } finally {
    caller.close()
    await strikeScene(scene, product)
  }
  return results
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** What a run of freezes came to, as it stands in docs/drills.md. */
export function freezeSection(params: { results: readonly FreezeResult[]; paid: Paid; holdMs: number }): string {
  const total = (read: (one: FreezeResult) => number): number => sum(params.results.map(read))
  const worst = (read: (one: FreezeResult) => number): string => seconds(Math.max(0, ...params.results.map(read)))
  return `## A database that stands still

Every process of the database was stopped where it stood (SIGSTOP) ${params.results.length} times for ${seconds(params.holdMs)}, each time after another 0.3 to 1.5 s of load (32 callers who buy options, two who withdraw, convert and announce deposits), and let go on.

| stood still | orders acknowledged | no response | of these placed | money moved | no response | lost | doubled | unresolved | books broken | responses other than 503 with 10092 |
|---|---|---|---|---|---|---|---|---|---|---|
| ${[
    params.results.length,
    total((one) => one.acknowledged),
    total((one) => one.indeterminate),
    total((one) => one.placedBefore),
    total((one) => one.moved),
    total((one) => one.movedUnsure),
    total((one) => one.lost),
    total((one) => one.doubled),
    total((one) => one.unresolved),
    sum(params.results.map(({ broken }) => broken.length)),
    total((one) => one.otherResponses),
  ].join(' | ')} |

Slowest response of a call ${worst((one) => one.slowestMs)}, of /health/ready ${worst((one) => one.slowestReadyMs)}; first order after the database's return ${worst((one) => one.backMs)} at the worst. Of ${params.paid.requested} withdrawals ${params.paid.paid} were paid, each once, and ${params.paid.waiting} wait for a person, with what they hold${params.paid.wrong.length === 0 ? '' : `; wrong: ${params.paid.wrong.join(', ')}`}.
`
}
