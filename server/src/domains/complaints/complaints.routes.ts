import { closeComplaint, complain, complaintList, complaintOf } from '@evenhand/protocol/complaints.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Complaints } from './index.ts'

/** Requests of a customer about own complaints. */
export const complaintsRoutes = (complaints: Complaints): Mounted[] => [
  handle(complain, complaints.complain),
  handle(complaintList, complaints.list),
  handle(complaintOf, complaints.one),
  handle(closeComplaint, complaints.close),
]
