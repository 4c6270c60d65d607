import { complaintQueue as queueRoute, viewComplaint } from '@evenhand/protocol/complaints-console.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Module, ModuleDeps } from '../../kernel/module/module.ts'
import { complaintTimeline } from './complaint-timeline.ts'
import { complaintsConsole } from './complaints.console.ts'
import type { ComplaintsConsoleDeps } from './complaints.deps.ts'
import { complaintNotifications } from './complaints.notifications.ts'
import { complaintsRoutes } from './complaints.routes.ts'
import { complaintQueue } from './counts.store.ts'
import { findComplaintNo } from './find-complaint-no.ts'
import type { Complaints } from './index.ts'
import { complaintsExport } from './personal-data.ts'
import { complaintHistory } from './queue-history.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Fifteen days from Monday to Friday are three weeks. */
const promisedMs = 21 * dayMs

export type ComplaintsModuleDeps = Pick<ModuleDeps, 'pools'> & { console: Omit<ComplaintsConsoleDeps, 'db'> }

/** Complaints as they are served, worked on by operators and exported. */
export function complaintsModule(complaints: Complaints, { pools, console }: ComplaintsModuleDeps): Module {
  const db = owned<'complaints'>(pools.console)
  return {
    name: 'complaints',
    routes: complaintsRoutes(complaints),
    consoleRoutes: complaintsConsole({ ...console, db }),
    queues: [
      {
        name: 'complaints',
        shownBy: queueRoute,
        promisedMs,
        waiting: (now) => complaintQueue(db, now),
        history: (params) => complaintHistory(db, params),
      },
    ],
    notifications: complaintNotifications,
    dataExport: complaintsExport(owned<'complaints'>(pools.api)),
    timeline: { complaint: complaintTimeline(db) },
    search: [
      {
        shownBy: { complaint: viewComplaint },
        async find({ sought: { id, complaintNo: no } }) {
          const found = await findComplaintNo(db, { id, no })
          return found === undefined ? [] : [{ kind: 'complaint', ...found }]
        },
      },
    ],
  }
}
