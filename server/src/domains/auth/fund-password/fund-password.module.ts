import { fundResetQueue as queueRoute } from '@evenhand/protocol/fund-reset-console.ts'
import { fundResetHours } from '@evenhand/protocol/fund-reset.ts'
import { owned } from '../../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../../kernel/module/module.ts'
import type { FundResetConsoleDeps } from './fund-password.deps.ts'
import { fundPasswordExport } from './fund-password.export.ts'
import { fundPasswordNotifications } from './fund-password.notifications.ts'
import { fundPasswordRoutes } from './fund-password.routes.ts'
import type { FundPasswords } from './fund-password.ts'
import { fundResetConsole } from './fund-reset.console.ts'
import { fundResetHistory, fundResetQueue } from './fund-reset.queues.ts'
import { searchFundResets } from './fund-reset.store.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

export type FundPasswordModuleDeps = Pick<ModuleDeps, 'pools'> & { console: Omit<FundResetConsoleDeps, 'db'> }

/** Fund passwords as they are served, given anew by operators and exported. */
export function fundPasswordModule(fundPasswords: FundPasswords, deps: FundPasswordModuleDeps): Module {
  const { pools } = deps
  const console = owned<'auth'>(pools.console)
  return {
    name: 'fundPassword',
    routes: fundPasswordRoutes(fundPasswords),
    consoleRoutes: fundResetConsole({ ...deps.console, db: console }),
    jobs: fundPasswords.jobs,
    queues: [
      {
        name: 'fundResets',
        shownBy: queueRoute,
        promisedMs: fundResetHours * hourMs,
        waiting: (now) => fundResetQueue(console, now),
        history: (params) => fundResetHistory(console, params),
      },
    ],
    notifications: fundPasswordNotifications,
    dataExport: fundPasswordExport(owned<'auth'>(pools.api)),
    search: [{ shownBy: { fundReset: queueRoute }, find: ({ sought }) => searchFundResets(console, sought) }],
  }
}
