import type { AddressInfo } from 'node:net'
import { createMarkets, marketsRoutes, seedsOf } from '../../server/src/domains/markets/index.ts'
import { loadCatalogue } from '../../server/src/domains/markets/catalogue/load-catalogue.ts'
import { recordStore } from '../../server/src/domains/markets/record/record.store.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { openPools } from '../../server/src/kernel/db/db.ts'
import { createHttp, mountRoutes } from '../../server/src/kernel/http/http.ts'
import { silentLog } from '../../server/src/kernel/log.ts'

// The markets of the product in a process of their own, on a record that is kept for ever: `enlist` writes the instruments
// into it, `serve` reads it and listens.

export type CandlesServerRequest = { do: 'enlist' | 'serve' | 'cpu' | 'stop' }
/** `cpuMicros` is the CPU time of this process so far. */
export type CandlesServerResponse = { port: number; cpuMicros: number }

const pools = openPools(process.argv[2] ?? '')
const app = createHttp({})
let stop = async (): Promise<void> => {}

async function serve(): Promise<number> {
  const config = { feed: 'simulated', retentionDays: null } as const
  const seeds = seedsOf(Buffer.alloc(32, 7))
  const markets = await createMarkets({
    pools,
    clock: systemClock,
    log: silentLog,
    config,
    seeds,
    optionTerms: () => [],
  })
  await markets.start()
  stop = () => markets.stop()
  mountRoutes(app, marketsRoutes(markets), { log: silentLog, findSession: () => undefined, strict: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

process.on('message', (request: CandlesServerRequest) => {
  const response = async (): Promise<CandlesServerResponse> => {
    const { user, system } = process.cpuUsage()
    const cpuMicros = user + system
    if (request.do === 'serve') return { port: await serve(), cpuMicros }
    if (request.do === 'enlist') await recordStore(pools.feed).enlist(loadCatalogue())
    if (request.do === 'stop') {
      await app.close()
      await stop()
      await pools.close()
    }
    return { port: 0, cpuMicros }
  }
  void response().then((message) => process.send?.(message))
})
