import { listLegalHolds } from '@evenhand/protocol/legal-holds.ts'
import { listRequests } from '@evenhand/protocol/operator-requests.ts'
import { owned } from '../../kernel/db/db.ts'
import type { JobSpec, Module, ModuleDeps } from '../../kernel/module/module.ts'
import { shortId } from '../../kernel/module/search.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { unusualOperators } from './anomalies.ts'
import type { ObjectionsParams } from './customer-debits.ts'
import { findRequest } from './find-request.ts'
import type { Operators } from './index.ts'
import { operatorTimeline } from './operator-timeline.ts'
import { operatorNotifications } from './operators.notifications.ts'
import { requestMs } from './operators.rules.ts'
import { operatorsExport } from './personal-data.ts'
import { operatorsPublicRoutes } from './public.routes.ts'
import { kindsOf } from './requests.ts'
import { waitingRequests } from './requests.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** A second operator is to decide within a day. */
const promisedMs = Math.min(dayMs, requestMs)

export type OperatorsModuleDeps = Pick<ModuleDeps, 'pools' | 'clock'> & {
  /** Reads who may open no new orders. */
  restricted: { job: JobSpec }
  objectionsOf: ObjectionsParams
}

/** What the public and each customer may know of operators, and what operators propose to each other. */
export function operatorsModule(operators: Operators, deps: OperatorsModuleDeps): Module {
  const { pools, clock, restricted, objectionsOf } = deps
  const [api, console] = [owned<'operators'>(pools.api), owned<'operators'>(pools.console)]
  return {
    name: 'operators',
    routes: operatorsPublicRoutes({
      db: api,
      clock,
      routes: () => operators.routes.map(({ route }) => route),
      objectionsOf,
    }),
    jobs: [...operators.jobs, restricted.job],
    queues: [
      {
        name: 'requests',
        shownBy: { roles: [...listRequests.roles, ...listLegalHolds.roles] },
        promisedMs,
        isSilent: true,
        async waiting(now, roles) {
          const { open, oldestAt } = await waitingRequests(console, { now, kinds: kindsOf(roles) })
          const isOver = oldestAt !== null && now - oldestAt > promisedMs
          return { open, overdue: isOver ? 1 : 0, oldest: oldestAt === null ? null : dateOf(oldestAt) }
        },
      },
    ],
    notifications: operatorNotifications,
    dataExport: operatorsExport(api),
    timeline: operatorTimeline(console),
    search: [
      {
        async find({ sought: { id }, call }) {
          const found = id === undefined ? undefined : await findRequest(console, { id, call })
          return found === undefined ? [] : [{ ...found, no: shortId(found.id) }]
        },
      },
    ],
    alerts: [
      {
        kinds: ['unusual'],
        read: async () =>
          (await unusualOperators(operators.deps)).map(({ operator, count }) => ({
            kind: 'unusual',
            subject: operator,
            count,
          })),
      },
    ],
  }
}
