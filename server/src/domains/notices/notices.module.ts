import { owned } from '../../kernel/db/db.ts'
import { deliveriesExport } from '../../kernel/outbox/failed-deliveries.store.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { failedDeliveriesConsole, type FailedDeliveriesDeps } from './failed-deliveries.console.ts'
import type { Notices } from './index.ts'
import { alertNotifications } from './notices.notifications.ts'
import { noticesRoutes } from './notices.routes.ts'
import { noticesExport } from './personal-data.ts'

/** Notices to customers, as they are served and exported. */
export function noticesModule(
  notices: Notices,
  { pools, clock, operators, customersOf, alerts }: ModuleDeps & Pick<FailedDeliveriesDeps, 'customersOf' | 'alerts'>,
): Module {
  const db = owned<'notices'>(pools.api)
  return {
    name: 'notices',
    routes: noticesRoutes(notices),
    consoleRoutes: failedDeliveriesConsole({
      db: owned<'outbox'>(pools.console),
      clock,
      operators,
      customersOf,
      alerts,
    }),
    notifications: alertNotifications,
    dataExport: [...noticesExport(db), ...deliveriesExport(owned<'outbox'>(pools.api))],
    subscriptions: notices.subscriptions,
    deliveries: notices.deliveries,
    start: notices.start,
    stop: notices.stop,
  }
}
