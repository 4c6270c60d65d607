import { viewWithdrawal, withdrawalQueue as queueRoute } from '@evenhand/protocol/withdrawals-console.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Notices } from '../notices/index.ts'
import { withdrawalNotices } from './withdrawal-events.ts'
import { nameWithdrawals, searchWithdrawals } from './withdrawal-numbers.store.ts'
import { withdrawalRiskConsole, type WithdrawalRiskDeps } from './withdrawal-risk.ts'
import { withdrawalsConsole } from './withdrawals.console.ts'
import { withdrawalsExport } from './withdrawals.export.ts'
import { withdrawalNotifications } from './withdrawals.notifications.ts'
import { withdrawalHistory, withdrawalQueue, withdrawalWaits } from './withdrawals.queues.ts'
import { withdrawalsRoutes } from './withdrawals.routes.ts'
import { withdrawalTimeline } from './withdrawals.timeline.ts'
import { withdrawalMethods, type Withdrawals } from './withdrawals.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** A withdrawal is decided within a day. */
const promisedMs = dayMs

export type WithdrawalsModuleDeps = Pick<ModuleDeps, 'pools'> & {
  log: Log
  notices: Pick<Notices, 'write' | 'publish'>
  console: Omit<WithdrawalRiskDeps, 'db'>
}

/** Coins that go out as they are served, worked on by operators and exported. */
export function withdrawalsModule(withdrawals: Withdrawals, deps: WithdrawalsModuleDeps): Module {
  const { pools, log, notices } = deps
  const [api, console] = [owned<'withdrawals'>(pools.api), owned<'withdrawals'>(pools.console)]
  const consoleDeps = { ...deps.console, db: console }
  return {
    name: 'withdrawals',
    routes: withdrawalsRoutes(withdrawals),
    consoleRoutes: [...withdrawalsConsole(consoleDeps), ...withdrawalRiskConsole(consoleDeps)],
    jobs: withdrawals.jobs,
    subscriptions: [withdrawalNotices({ db: owned<'outbox'>(pools.api), log, notices })],
    queues: [
      {
        name: 'withdrawals',
        shownBy: queueRoute,
        promisedMs,
        waiting: (now) => withdrawalQueue(console, now),
        history: (params) => withdrawalHistory(console, params),
        publicWaits: (now) => withdrawalWaits(api, now),
      },
    ],
    notifications: withdrawalNotifications,
    dataExport: withdrawalsExport(api),
    names: [{ kinds: /^withdrawal\b/, names: (params) => nameWithdrawals(api, params) }],
    timeline: { withdrawal: withdrawalTimeline(console) },
    search: [{ shownBy: { withdrawal: viewWithdrawal }, find: ({ sought }) => searchWithdrawals(console, sought) }],
    parameters: [['withdraw_account', async () => withdrawalMethods()]],
  }
}
