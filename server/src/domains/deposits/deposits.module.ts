import { depositQueue as queueRoute, viewDeposit } from '@evenhand/protocol/deposits-console.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { nameDeposits, searchDeposits } from './deposit-numbers.store.ts'
import { depositsConsole } from './deposits.console.ts'
import type { DepositsConsoleDeps } from './deposits.deps.ts'
import { depositsExport } from './deposits.export.ts'
import { depositNotifications } from './deposits.notifications.ts'
import { depositHistory, depositQueue, depositWaits } from './deposits.queues.ts'
import { depositsRoutes } from './deposits.routes.ts'
import { reviewMs } from './deposits.rules.ts'
import { depositTimeline } from './deposits.timeline.ts'
import type { Deposits } from './deposits.ts'

export type DepositsModuleDeps = Pick<ModuleDeps, 'pools'> & { console: Omit<DepositsConsoleDeps, 'db'> }

/** Coins that come in as they are served, worked on by operators and notified. */
export function depositsModule(deposits: Deposits, { pools, console: consoleDeps }: DepositsModuleDeps): Module {
  const [api, console] = [owned<'deposits'>(pools.api), owned<'deposits'>(pools.console)]
  return {
    name: 'deposits',
    routes: depositsRoutes(deposits),
    consoleRoutes: depositsConsole({ ...consoleDeps, db: console }),
    queues: [
      {
        name: 'deposits',
        shownBy: queueRoute,
        promisedMs: reviewMs,
        waiting: (now) => depositQueue(console, now),
        history: (params) => depositHistory(console, params),
        publicWaits: (now) => depositWaits(api, now),
      },
    ],
    notifications: depositNotifications,
    dataExport: depositsExport(api),
    names: [{ kinds: /^deposit\b/, names: (params) => nameDeposits(api, params) }],
    timeline: { deposit: depositTimeline(console) },
    search: [{ shownBy: { deposit: viewDeposit }, find: ({ sought }) => searchDeposits(console, sought) }],
    parameters: deposits.parameters(),
  }
}
