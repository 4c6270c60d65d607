import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { seedAccounts } from '../../../tools/src/seed-accounts.ts'
import { openCluster } from '../../src/kernel/postgres/postgres.ts'
import { productFolder } from '../fast-folder.ts'
import { countOrders } from './count-orders.ts'
import { openCaller, findOut, startLoad, type Response } from './order-load.ts'
import { freePort, startProduct, untilReady } from './running-product.ts'

export type AwayResult = {
  acknowledged: number
  indeterminate: number
  /** What single calls returned while the database was gone: HTTP status, code, time. */
  whileAway: Pick<Response, 'status' | 'code' | 'ms'>[]
  /** From the return of the database to the first order placed. */
  backMs: number
  lost: number
  doubled: number
  unresolved: number
  broken: string[]
}

const small = { shared_buffers: '64MB' }

/** Takes the database of a running product away under load for `awayMs`, then gives it back. */
export async function runAwayDrill(awayMs: number): Promise<AwayResult> {
  const dataDir = productFolder()
  const databaseDir = join(dataDir, 'database')
  let cluster = await openCluster({ dataDir: databaseDir, settings: small })
  const installation = { dataDir, port: await freePort(), consolePort: await freePort() }
  const product = startProduct({ ...installation, env: { DATABASE_URL: cluster.url() } })
  const caller = openCaller(installation.port)
  try {
    await untilReady(product)
    const { tokens } = await seedAccounts({ url: cluster.url(), accounts: 500, sessions: 500 })
    const load = startLoad({ caller, tokens, workers: 32 })
    await wait(700)
    await cluster.stop()
    const whileAway: Response[] = []
    for (const until = performance.now() + awayMs; performance.now() < until; await wait(100))
      whileAway.push(await caller.buy({ token: tokens[0] ?? '', key: randomUUID(), product: 'options' }))
    cluster = await openCluster({ dataDir: databaseDir, settings: small })
    const back = performance.now()
    const before = load.acknowledgedSoFar()
    while (load.acknowledgedSoFar() === before && performance.now() - back < 60_000) await wait(10)
    const backMs = performance.now() - back
    const { acknowledged, indeterminate } = await load.stop()
    const { orders, unresolved } = await findOut(caller, indeterminate)
    const ids = [...acknowledged, ...orders].map(({ orderId }) => orderId)
    return {
      acknowledged: acknowledged.length,
      indeterminate: indeterminate.length,
      whileAway: whileAway.map(({ status, code, ms }) => ({ status, code, ms })),
      backMs: Math.round(backMs),
      unresolved: unresolved.length,
      ...(await countOrders(cluster.url(), ids)),
    }
  } finally {
    caller.close()
    product.child.kill('SIGTERM')
    await product.ended
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
