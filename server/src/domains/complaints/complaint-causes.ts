import { goneSubjects, type Causes } from '../ledger/index.ts'

/** Complaints that operators worked on are there. */
export const complaintCauses: Causes = {
  entries: [],
  holds: [],
  held: [],
  rules: [goneSubjects('complaint', 'complaints.complaints')],
}
