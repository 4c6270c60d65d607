import type { closeComplaint, complain, Complaint, complaintList } from '@evenhand/protocol/complaints.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { takeComplaintOf } from './complain.ts'
import { complaintNotice } from './complaint-notices.ts'
import type { ComplaintsDeps } from './complaints.deps.ts'
import { noOf, noText } from './complaints.rules.ts'
import { closeAnswered, complaintStates, findComplaint, customerComplaints } from './complaints.store.ts'
import { ownView } from './view-complaint.ts'

export { complaintCauses } from './complaint-causes.ts'
export { complaintsModule } from './complaints.module.ts'
export { complaintCounts } from './counts.store.ts'
export type { ComplaintsConsoleDeps, ComplaintsDb, ComplaintsDeps, Subject, SubjectKind } from './complaints.deps.ts'

/** Complaints and appeals as customers make and close them. */
export function createComplaints(deps: ComplaintsDeps) {
  const { db, clock } = deps
  const mustFind = async (text: string, { session: { customerId } }: Call) => {
    const no = noOf(text)
    const row = no === undefined ? undefined : await findComplaint(db, { no, customerId })
    if (row === undefined) throw refuse('notFound')
    return row
  }
  return {
    complain: (request: z.output<typeof complain.request>, call: Call): Promise<Complaint> =>
      takeComplaintOf(deps, request, call),
    async list({ page = 1, size = 20 }: z.output<typeof complaintList.request>, { session: { customerId } }: Call) {
      const { rows, total } = await customerComplaints(db, { customerId, limit: size, offset: (page - 1) * size })
      const now = clock.now()
      return { rows: rows.map((row) => ownView(row, now)), total, page, size }
    },
    one: async ({ no }: { no: string }, call: Call): Promise<Complaint> =>
      ownView(await mustFind(no, call), clock.now()),
    /** Numbers and states of complaints, for a caller that names them by their ids. */
    statesOf: async (ids: readonly string[]) =>
      new Map([...(await complaintStates(db, ids))].map(([id, { no, status }]) => [id, { no: noText(no), status }])),
    /** Records whether the customer accepts an answer: once; the same decision again returns the same. */
    async close(request: z.output<typeof closeComplaint.request>, call: Call): Promise<Complaint> {
      const { customerId, accountId } = call.session
      const complaint = await mustFind(request.no, call)
      await db.transaction().execute(async (tx) => {
        const closed = await closeAnswered(tx, { no: complaint.no, customerId, as: request.as, at: clock.now() })
        if (closed && request.as === 'ESCALATED')
          await deps.enqueueNotices(tx, [complaintNotice('complaint.escalated', { complaint, accountId })])
      })
      const row = await mustFind(request.no, call)
      if (row.status !== request.as) throw refuse('notFound')
      return ownView(row, clock.now())
    },
  }
}

export type Complaints = ReturnType<typeof createComplaints>
