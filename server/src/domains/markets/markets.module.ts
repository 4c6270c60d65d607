import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Markets } from './markets.api.ts'
import { lateFeeds } from './late-feeds.ts'
import { listedCrypto } from './listings/listed-crypto.ts'
import { marketsConsole } from './markets.console.ts'
import { marketsRoutes } from './markets.routes.ts'
import { marketsExport } from './personal-data.ts'

/** Instruments and prices as they are served, shown to operators, counted and watched. */
export const marketsModule = (markets: Markets, { pools, clock, operators }: ModuleDeps): Module => ({
  name: 'markets',
  routes: marketsRoutes(markets),
  consoleRoutes: marketsConsole({ ...operators, db: owned<'markets'>(pools.console), clock, markets }),
  dataExport: marketsExport(owned<'markets'>(pools.api)),
  gauges: markets.gauges,
  figures: {
    listedCrypto: listedCrypto({ db: owned<'markets'>(pools.api), instruments: markets.instruments }),
  },
  alerts: [lateFeeds({ markets, clock })],
  start: markets.start,
  stop: markets.stop,
})
