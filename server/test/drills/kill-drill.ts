import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { seedAccounts } from '../../../tools/src/seed-accounts.ts'
import { productFolder } from '../fast-folder.ts'
import { countOrders } from './count-orders.ts'
import { countMoney, countPaid, type Paid } from './count-money.ts'
import { countUnnotified } from './count-notices.ts'
import { findOutMoney, openOwners, startMoneyLoad, type Moved, type Owner } from './money-load.ts'
import { openCaller, findOut, startLoad, type Acknowledged, type Caller } from './order-load.ts'
import {
  databaseUrl,
  freePort,
  killAll,
  killings,
  startProduct,
  untilReady,
  type Killing,
  type RunningProduct,
} from './running-product.ts'

export type KillResult = {
  killing: Killing
  /** After this much load, in ms. */
  afterMs: number
  acknowledged: number
  indeterminate: number
  /** Of the indeterminate ones, how many had been placed before the kill. */
  placedBefore: number
  unresolved: number
  lost: number
  doubled: number
  /** Contracts closed since the drill began. */
  closed: number
  broken: string[]
  readyMs: number
  /** Withdrawals, conversions and announced deposits that were acknowledged, and calls for them without a response. */
  moved: number
  movedUnsure: number
}
export type DrillParams = {
  kills: readonly Killing[]
  accounts?: number
  /** How long each caller rests between its calls while nothing is about to be killed; not at all without it. */
  restMs?: number
  onKill?: (result: KillResult) => void
  /** Called at the end with what was requested to leave and what was paid. */
  onPaid?: (paid: Paid) => void
  /** Called at the end with what customers were not notified of. */
  onUnnotified?: (missing: Record<string, number>) => void
}

export type Scene = {
  dataDir: string
  port: number
  consolePort: number
  env: Record<string, string>
  tokens: readonly string[]
}

/** A data folder with customers who are signed in, and the product running on it. */
export async function setScene(accounts: number): Promise<{ scene: Scene; product: RunningProduct }> {
  const dataDir = productFolder()
  // Processes to kill in rotation, on any machine.
  const env = { API_PROCESSES: '1' }
  const installation = { dataDir, port: await freePort(), consolePort: await freePort(), env }
  const product = startProduct(installation)
  await Promise.race([product.started, product.ended])
  await untilReady(product)
  const { tokens } = await seedAccounts({ url: databaseUrl(dataDir), accounts, sessions: accounts })
  return { scene: { ...installation, tokens }, product }
}

/** Ends the product in order and removes its folder. */
export async function strikeScene({ dataDir }: Scene, product: RunningProduct): Promise<void> {
  product.child.kill('SIGTERM')
  await product.ended
  rmSync(dataDir, { recursive: true, force: true })
}

const random = (from: number, to: number): number => from + Math.random() * (to - from)

/**
 * Kills the product again and again under load, each time after another moment, and after each recovery counts every
 * order that was ever confirmed to a customer. The load runs on while things die and come back.
 */
export async function runKillDrill({
  kills,
  accounts = 3000,
  restMs = 0,
  onKill,
  onPaid,
  onUnnotified,
}: DrillParams): Promise<KillResult[]> {
  const { scene, product: first } = await setScene(accounts)
  const results: KillResult[] = []
  const confirmed: Acknowledged[] = []
  const money = { owners: await openOwners(scene), confirmed: [] as Moved[] }
  let product = first
  const caller = openCaller(scene.port)
  try {
    for (const killing of kills) {
      const round = await killOnce({ scene, product, caller, killing, confirmed, money, restMs })
      product = round.product
      results.push(round.result)
      onKill?.(round.result)
    }
    onPaid?.(await countPaid(scene.dataDir))
    onUnnotified?.(await countUnnotified(scene.dataDir))
  } finally {
    caller.close()
    await strikeScene(scene, product)
  }
  return results
}

type Round = {
  scene: Scene
  product: RunningProduct
  caller: Caller
  killing: Killing
  confirmed: Acknowledged[]
  money: { owners: readonly Owner[]; confirmed: Moved[] }
  restMs: number
}

async function killOnce({ scene, product, caller, killing, confirmed, money, restMs }: Round) {
  const moving = startMoneyLoad({ port: scene.port, owners: money.owners, restMs })
  const load = startLoad({ caller, tokens: scene.tokens, workers: 64, restMs })
  const afterMs = Math.round(random(300, 1500))
  await wait(afterMs)
  // On a busy machine nothing may flow yet: a kill with no call on its way, no money or no contract proves nothing.
  // A withdrawal takes a mailed code, which is one a minute and five an hour: one of them is waited for once.
  const awaited = money.confirmed.some(({ kind }) => kind === 'withdrawal') ? undefined : 'withdrawal'
  while (moving.acknowledgedSoFar(awaited) === 0) await wait(10)
  while (load.closedSoFar() === 0) await wait(10)
  for (const before = load.acknowledgedSoFar(); load.acknowledgedSoFar() === before;) await wait(1)
  const pids = killings[killing](product, scene.dataDir)
  await load.hurry()
  killAll(pids)
  load.slow()
  const killed = performance.now()
  const serverDied = killing === 'server' || killing === 'both'
  if (serverDied) await product.ended
  const next = serverDied ? startProduct(scene) : product
  const died = performance.now() - killed
  const readyMs = died + (await untilReady(next))
  const [{ acknowledged, indeterminate }, moved] = await Promise.all([load.stop(), moving.stop()])
  const resolved = await findOut(caller, indeterminate)
  money.confirmed.push(...moved.acknowledged, ...(await findOutMoney(scene.port, moved.unsure)))
  confirmed.push(...acknowledged, ...resolved.orders)
  const counted = await countOrders(
    databaseUrl(scene.dataDir),
    confirmed.map(({ orderId }) => orderId),
  )
  const coins = await countMoney(scene.dataDir, money.confirmed)
  const result: KillResult = {
    killing,
    afterMs,
    acknowledged: acknowledged.length,
    indeterminate: indeterminate.length,
    placedBefore: resolved.placedBefore,
    unresolved: resolved.unresolved.length,
    readyMs: Math.round(readyMs),
    lost: counted.lost + coins.lost,
    doubled: counted.doubled + coins.doubled,
    closed: counted.closed,
    broken: [...counted.broken, ...coins.broken],
    moved: moved.acknowledged.length,
    movedUnsure: moved.unsure.length,
  }
  return { product: next, result }
}
