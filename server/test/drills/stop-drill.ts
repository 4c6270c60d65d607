import { setTimeout as wait } from 'node:timers/promises'
import { countOrders } from './count-orders.ts'
import { setScene, strikeScene } from './kill-drill.ts'
import { openCaller, findOut, startLoad, type Acknowledged } from './order-load.ts'
import { databaseUrl, startProduct, untilReady } from './running-product.ts'

export type StopResult = {
  acknowledged: number
  exitCode: number | null
  /** From the signal to the end of the program. */
  endedMs: number
  lost: number
  doubled: number
  unresolved: number
  broken: string[]
}

/** Ends the product by SIGTERM under load, `times` times, and counts after each start; each caller rests for `restMs`. */
export async function runStopDrill(times: number, restMs = 0): Promise<StopResult[]> {
  const { scene, product: first } = await setScene(1500)
  const caller = openCaller(scene.port)
  const confirmed: Acknowledged[] = []
  const results: StopResult[] = []
  let product = first
  try {
    for (let time = 0; time < times; time += 1) {
      const load = startLoad({ caller, tokens: scene.tokens, workers: 64, restMs })
      await wait(300 + Math.random() * 1000)
      // On a busy machine nothing may flow yet.
      while (load.acknowledgedSoFar() === 0) await wait(10)
      await load.hurry()
      const began = performance.now()
      product.child.kill('SIGTERM')
      load.slow()
      const exitCode = await product.ended
      const endedMs = Math.round(performance.now() - began)
      product = startProduct(scene)
      await untilReady(product)
      const { acknowledged, indeterminate } = await load.stop()
      const { orders, unresolved } = await findOut(caller, indeterminate)
      confirmed.push(...acknowledged, ...orders)
      const counted = await countOrders(
        databaseUrl(scene.dataDir),
        confirmed.map(({ orderId }) => orderId),
      )
      results.push({
        acknowledged: acknowledged.length,
        exitCode,
        endedMs,
        unresolved: unresolved.length,
        ...counted,
      })
    }
  } finally {
    caller.close()
    await strikeScene(scene, product)
  }
  return results
}
