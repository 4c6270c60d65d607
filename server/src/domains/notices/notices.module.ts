import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { failedDeliveriesConsole, type FailedDeliveriesDeps } from './failed-deliveries.console.ts'
import { countFailed } from './failed-deliveries.store.ts'
import type { Notices } from './index.ts'
import { noticesRoutes } from './notices.routes.ts'
import { noticesExport } from './personal-data.ts'

/** What customers are told, as it is served and told of in their export. */
export function noticesModule(
  notices: Notices,
  { pools, clock, operators, customersOf }: ModuleDeps & Pick<FailedDeliveriesDeps, 'customersOf'>,
): Module {
  const db = owned<'notices'>(pools.api)
  const console = { db: owned<'notices'>(pools.console), outboxDb: owned<'outbox'>(pools.console) }
  let failed = 0
  return {
    name: 'notices',
    jobs: [
      { name: 'count failed deliveries', everyMs: 30_000, run: async () => void (failed = await countFailed(db)) },
    ],
    gauges: [
      { name: 'evenhand_notices_failed', help: 'Notices that could not be mailed in four hours.', read: () => failed },
    ],
    routes: noticesRoutes(notices),
    consoleRoutes: failedDeliveriesConsole({ ...console, clock, operators, customersOf }),
    dataExport: noticesExport(db),
    subscriptions: notices.subscriptions,
    start: notices.start,
    stop: notices.stop,
  }
}
