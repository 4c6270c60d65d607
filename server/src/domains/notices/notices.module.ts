import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Notices } from './index.ts'
import { noticesRoutes } from './notices.routes.ts'
import { noticesExport } from './personal-data.ts'

/** What customers are told, as it is served and told of in their export. */
export const noticesModule = (notices: Notices, { pools }: Pick<ModuleDeps, 'pools'>): Module => ({
  name: 'notices',
  routes: noticesRoutes(notices),
  dataExport: noticesExport(owned<'notices'>(pools.api)),
  start: notices.start,
  stop: notices.stop,
})
