import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { addressesExport } from './addresses.export.ts'
import { addressNotifications } from './addresses.notifications.ts'
import { addressesRoutes } from './addresses.routes.ts'
import { addressTimeline } from './addresses.timeline.ts'
import type { Addresses } from './addresses.ts'

/** Where a customer's money may go, as it is served, shown to operators and exported. */
export const addressesModule = (addresses: Addresses, { pools }: Pick<ModuleDeps, 'pools'>): Module => ({
  name: 'addresses',
  routes: addressesRoutes(addresses),
  jobs: addresses.jobs,
  notifications: addressNotifications,
  dataExport: addressesExport(owned<'addresses'>(pools.api)),
  timeline: { address: addressTimeline(owned<'addresses'>(pools.console)) },
})
