import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { authNotifications } from './auth.notifications.ts'
import { authTimeline } from './auth-timeline.ts'
import { authRoutes } from './auth.routes.ts'
import type { Auth } from './index.ts'
import { authExport } from './personal-data.ts'

/** Sign-ins and sessions as they are served, shown to operators and exported. */
export function authModule(auth: Auth, { pools }: Pick<ModuleDeps, 'pools'>): Module {
  const db = owned<'auth'>(pools.api)
  return {
    name: 'auth',
    routes: authRoutes(auth),
    jobs: auth.jobs,
    deliveries: auth.deliveries,
    notifications: authNotifications,
    dataExport: authExport(db),
    timeline: authTimeline(db),
    start: auth.start,
    stop: auth.stop,
  }
}
