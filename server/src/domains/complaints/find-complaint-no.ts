import type { ComplaintsDb } from './complaints.deps.ts'
import { noOf, noText } from './complaints.rules.ts'
import { findComplaint } from './complaints.store.ts'

export type FoundComplaint = {
  readonly id: string
  readonly no: string
  readonly customerId: string
  readonly status: string
  readonly at: number
}

/** A complaint by its id or its number as it is quoted, without what was written in it. */
export async function findComplaintNo(
  db: ComplaintsDb,
  { id, no }: { id?: string | undefined; no?: string | undefined },
): Promise<FoundComplaint | undefined> {
  const number = no === undefined ? undefined : noOf(no)
  if (id === undefined && number === undefined) return undefined
  const row = await findComplaint(db, { ...(id !== undefined && { id }), ...(number !== undefined && { no: number }) })
  return row && { id: row.id, no: noText(row.no), customerId: row.customerId, status: row.status, at: row.receivedAt }
}
