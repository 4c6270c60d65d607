import type { Complaint } from '@evenhand/protocol/complaints.ts'
import { noText } from './complaints.rules.ts'
import type { ComplaintRow } from './complaints.store.ts'

/** Whether it waits for operators. */
export const isWaiting = ({ status }: Pick<ComplaintRow, 'status'>): boolean =>
  status === 'RECEIVED' || status === 'INVESTIGATING'

/** What customer and operators both see. */
export const basisOf = (row: ComplaintRow, now: number) => ({
  id: row.id,
  no: noText(row.no),
  status: row.status,
  kind: row.kind,
  subjectId: row.subjectId,
  subjectNo: row.subjectNo,
  receivedAt: row.receivedAt,
  dueAt: row.dueAt,
  overdue: isWaiting(row) && row.dueAt < now,
  answeredAt: row.answeredAt,
  finding: row.finding,
})

/** A complaint as its customer sees it. Who of the operators answered stays inside: it is the house that answers. */
export const ownView = (row: ComplaintRow, now: number): Complaint => ({
  ...basisOf(row, now),
  text: row.text,
  answer: row.answer,
  steps: row.steps,
})
