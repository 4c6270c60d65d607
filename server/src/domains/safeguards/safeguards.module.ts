import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { CustomerSafeguards } from './customer-safeguards.ts'
import { safeguardsExport } from './personal-data.ts'
import { safeguardsRoutes } from './safeguards.routes.ts'
import { safeguardsNotifications } from './safeguards.notifications.ts'

/** What customers chose to guard themselves with, as it is served and exported. */
export const safeguardsModule = (safeguards: CustomerSafeguards, { pools }: Pick<ModuleDeps, 'pools'>): Module => ({
  name: 'safeguards',
  routes: safeguardsRoutes(safeguards),
  jobs: safeguards.jobs,
  notifications: safeguardsNotifications,
  dataExport: safeguardsExport(owned<'safeguards'>(pools.api)),
  start: safeguards.start,
  stop: safeguards.stop,
})
