import type { NoticeTemplate } from '@evenhand/protocol/notices.ts'
import type { NotificationEvent } from '../notices/index.ts'
import { noText } from './complaints.rules.ts'
import type { ComplaintRow } from './complaints.store.ts'

type ComplaintTemplate = Extract<NoticeTemplate, `complaint.${string}`>

/** What a customer is told of a complaint, each step once. */
export const complaintNotice = (
  template: ComplaintTemplate,
  {
    complaint: { id, no, dueAt },
    accountId,
  }: { complaint: Pick<ComplaintRow, 'id' | 'no' | 'dueAt'>; accountId: bigint },
): NotificationEvent => ({
  accountId,
  template,
  params: { no: noText(no), ...(template === 'complaint.received' ? { dueAt } : {}) },
  ref: `${template} ${id}`,
})
