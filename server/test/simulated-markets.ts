import { createMarkets, marketsRoutes, seedsOf, type Markets, type MarketsDeps } from '../src/domains/markets/index.ts'
import type { Clock } from '../src/kernel/time/clock.ts'
import { createHttp, mountRoutes } from '../src/kernel/http/http.ts'
import { silentLog } from '../src/kernel/log.ts'
import { testDatabase, type TestDatabase } from './database.ts'

type Terms = Partial<Pick<MarketsDeps, 'optionTerms' | 'optionModes' | 'log'>>

/** What simulated markets are made of in a test: prices that are the same every time, by a clock that the test moves. */
export const simulated = (database: TestDatabase, clock: Clock, terms: Terms = {}): MarketsDeps => ({
  pools: database.pools,
  clock,
  log: silentLog,
  config: { feed: 'simulated', retentionDays: 3 },
  seeds: seedsOf(Buffer.alloc(32, 7)),
  optionTerms: () => [],
  ...terms,
})

export type ServedMarkets = {
  database: TestDatabase
  markets: Markets
  app: ReturnType<typeof createHttp>
  close(): Promise<void>
}

/** Simulated markets on a database of their own, behind their routes, with one second recorded. */
export async function servedMarkets(clock: Clock, terms?: Terms): Promise<ServedMarkets> {
  const app = createHttp({})
  const database = await testDatabase()
  const markets = await createMarkets(simulated(database, clock, terms))
  await markets.start()
  await markets.tick()
  mountRoutes(app, marketsRoutes(markets), { log: silentLog, findSession: () => undefined, strict: true })
  return {
    database,
    markets,
    app,
    async close() {
      await app.close()
      await markets.stop()
      await database.close()
    },
  }
}
