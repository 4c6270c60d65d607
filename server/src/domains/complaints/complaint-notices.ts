import type { NotificationOf } from '../notices/index.ts'
import { noText } from './complaints.rules.ts'
import type { ComplaintRow } from './complaints.store.ts'

type Step = 'complaint.answered' | 'complaint.escalated'

/** That a complaint was received, and by when it is answered. */
export const receivedNotice = ({ id, no, dueAt }: Pick<ComplaintRow, 'id' | 'no' | 'dueAt'>, accountId: bigint) =>
  ({
    accountId,
    template: 'complaint.received',
    params: { no: noText(no), dueAt },
    ref: `complaint.received ${id}`,
  }) as const

/** What a customer is notified of a complaint later, each step once. */
export const complaintNotice = (
  template: Step,
  { complaint: { id, no }, accountId }: { complaint: Pick<ComplaintRow, 'id' | 'no'>; accountId: bigint },
): NotificationOf<Step> => ({
  accountId,
  template,
  params: { no: noText(no) },
  ref: `${template} ${id}`,
})
