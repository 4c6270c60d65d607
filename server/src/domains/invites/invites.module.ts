import { hourMs } from '@evenhand/protocol/durations.ts'
import { inviteQueue } from '@evenhand/protocol/invites-console.ts'
import { inviteRules } from '@evenhand/protocol/invites.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import type { Invites } from './index.ts'
import { invitesConsole } from './invites.console.ts'
import type { InvitesConsoleDeps } from './invites.deps.ts'
import { invitesExport } from './invites.export.ts'
import { inviteNotifications } from './invites.notifications.ts'
import { reviewHistory, reviewsWaiting, reviewWaits } from './invites.queues.ts'
import { invitesRoutes } from './invites.routes.ts'
import { inviteTimeline } from './invites.timeline.ts'

/** Invitations as they are served, paid, reviewed by operators and exported. */
export function invitesModule(
  invites: Invites,
  { pools, console: given }: Pick<ModuleDeps, 'pools'> & { console: Omit<InvitesConsoleDeps, 'db'> },
): Module {
  const [api, console] = [owned<'invites'>(pools.api), owned<'invites'>(pools.console)]
  return {
    name: 'invites',
    routes: invitesRoutes(invites),
    consoleRoutes: invitesConsole({ ...given, db: console }),
    jobs: [
      { name: 'read fees of invited customers', everyMs: 60_000, run: async () => void (await invites.gatherFees()) },
      { name: 'pay invite rewards', everyMs: 5_000, run: async () => void (await invites.payDue()) },
    ],
    queues: [
      {
        name: 'invites',
        shownBy: inviteQueue,
        promisedMs: inviteRules.reviewHours * hourMs,
        waiting: (now) => reviewsWaiting(console, now),
        history: (params) => reviewHistory(console, params),
        publicWaits: (now) => reviewWaits(api, now),
      },
    ],
    notifications: inviteNotifications,
    dataExport: invitesExport(api),
    timeline: { invite: inviteTimeline(console) },
    gauges: [
      {
        name: 'evenhand_invite_payday_lag_seconds',
        help: 'How long the oldest payday of an inviter that has come waits to be dealt with.',
        read: () => invites.lagMs() / 1000,
      },
    ],
  }
}
