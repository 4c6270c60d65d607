import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { contractsExport } from './contracts.export.ts'
import { contractNotifications } from './contracts.notifications.ts'
import { contractsRoutes } from './contracts.routes.ts'
import type { Contracts } from './index.ts'
import { tradedVolume } from './traded-volume.ts'

/** Contracts as they are served, exported and counted. */
export function contractsModule(contracts: Contracts, { pools }: Pick<ModuleDeps, 'pools'>): Module {
  const db = owned<'contracts'>(pools.api)
  return {
    name: 'contracts',
    routes: contractsRoutes(contracts),
    jobs: [{ name: 'notify of expiries', everyMs: 60_000, run: contracts.notifyExpiry, byClock: true }],
    notifications: contractNotifications,
    dataExport: contractsExport(db),
    figures: { realVolume: tradedVolume(db) },
    start: contracts.start,
    stop: contracts.stop,
  }
}
