import { consoleCharities } from '@evenhand/protocol/collectibles-console.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Gauge } from '../../kernel/http/metrics.ts'
import type { JobSpec, Module, ModuleDeps } from '../../kernel/module/module.ts'
import { charityDonations } from './charity-figures.ts'
import { charitiesConsole } from './charities.console.ts'
import { collectiblesConsole, type CollectiblesConsoleDeps } from './collectibles.console.ts'
import { collectiblesExport } from './collectibles.export.ts'
import { collectibleNotifications } from './collectibles.notifications.ts'
import { payoutHistory, payoutsWaiting, payoutWaits } from './collectibles.queues.ts'
import { collectiblesRoutes } from './collectibles.routes.ts'
import { payoutMs } from './collectibles.rules.ts'
import { collectibleTimeline } from './collectibles.timeline.ts'
import { nameSales, saleSearch } from './find-collectibles.ts'
import type { Collectibles } from './index.ts'
import { resalesConsole } from './resales.console.ts'

/** Collectibles as they are served, settled, exported, and run by operators. */
export function collectiblesModule(
  collectibles: Collectibles,
  { pools, operators }: Pick<ModuleDeps, 'pools' | 'operators'>,
): Module {
  const [api, console] = [owned<'collectibles'>(pools.api), owned<'collectibles'>(pools.console)]
  const { clock, signer, changed, enqueueNotices } = collectibles.deps
  const given: CollectiblesConsoleDeps = { db: console, clock, signer, changed, enqueueNotices, operators }
  return {
    name: 'collectibles',
    routes: collectiblesRoutes(collectibles),
    consoleRoutes: [...collectiblesConsole(given), ...resalesConsole(given), ...charitiesConsole(given)],
    async start({ isClock }) {
      if (isClock) await collectibles.resume()
    },
    jobs: [
      { name: 'settle auctions', everyMs: 1_000, run: async () => void (await collectibles.runDue()) },
      ...deliveryJobs(collectibles),
    ],
    notifications: collectibleNotifications,
    queues: [
      {
        name: 'charityPayouts',
        shownBy: consoleCharities,
        promisedMs: payoutMs,
        waiting: (now) => payoutsWaiting(console, now),
        history: (params) => payoutHistory(console, params),
        publicWaits: (now) => payoutWaits(api, now),
      },
    ],
    dataExport: collectiblesExport(api),
    names: [{ kinds: /^collectible\./, names: (params) => nameSales(api, params) }],
    search: [saleSearch(console)],
    timeline: { collectible: collectibleTimeline(console) },
    figures: { charityDonations: charityDonations(api) },
    gauges: [
      {
        name: 'evenhand_auction_ends_lag_seconds',
        help: 'How long the oldest auction whose end has passed waits to be settled.',
        read: () => collectibles.lagMs() / 1000,
      },
      ...deliveryGauges(collectibles),
    ],
  }
}

/** How often the chain is polled: several times a block. */
const deliverEveryMs = 4_000

/** Only where an installation delivers on a chain. */
const deliveryJobs = (collectibles: Collectibles): JobSpec[] =>
  collectibles.deliveries === undefined
    ? []
    : [{ name: 'deliver collectibles', everyMs: deliverEveryMs, run: collectibles.deliveries.runOnce }]

const deliveryGauges = ({ deliveries }: Collectibles): Gauge[] =>
  deliveries === undefined
    ? []
    : [
        {
          name: 'evenhand_collectible_deliveries_lag_seconds',
          help: 'How long the oldest collectible that was to be delivered on a chain waits to be final there.',
          read: () => deliveries.lagMs() / 1000,
        },
      ]
