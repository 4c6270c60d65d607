import { owned } from '../../kernel/db/db.ts'
import type { AlertSource } from '../../kernel/module/alert-source.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Markets } from './markets.api.ts'
import { listedCrypto } from './listings/listed-crypto.ts'
import { marketsConsole } from './markets.console.ts'
import { marketsRoutes } from './markets.routes.ts'
import { marketsExport } from './personal-data.ts'

/** Milliseconds without a price after which an open instrument counts as late. */
const lateMs = 60_000
/** Percent of the open instruments that may be late before operators are alerted: single ones are on the feeds' screen. */
const latePercent = 5

function lateFeeds(markets: Markets, now: number): Awaited<ReturnType<AlertSource['read']>> {
  const open = markets
    .instruments()
    .filter(({ code }) => markets.session(code, now).open && (markets.listing(code)?.state ?? 'listed') === 'listed')
  const late = open.filter(({ code }) => now - (markets.latest(code)?.ts ?? 0) > lateMs).length
  return late * 100 > open.length * latePercent ? [{ kind: 'feedLate', subject: 'feeds', count: late }] : []
}

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
  alerts: [{ kinds: ['feedLate'], read: async (now) => lateFeeds(markets, now) }],
  start: markets.start,
  stop: markets.stop,
})
