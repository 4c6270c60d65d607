import type { FieldCheck } from '@evenhand/protocol/identification-console.ts'
import type { IdentificationField } from '@evenhand/protocol/identification.ts'
import type { kycResubmitReasons } from '@evenhand/protocol/states.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Identification } from './identifications.store.ts'
import type { KycDb } from './kyc.deps.ts'

export type ResubmitReason = (typeof kycResubmitReasons)[number]

/** Since when a form is under this review: what was seen or marked before does not count. Epoch milliseconds. */
export const reviewSince = ({ decidedAt, submittedAt }: Pick<Identification, 'decidedAt' | 'submittedAt'>): number =>
  decidedAt ?? submittedAt

/** Reviewers' marks of a form since its review began, in their order. */
export async function listChecks(db: KycDb, form: Identification, operatorId: string): Promise<FieldCheck[]> {
  const { rows } = await sql<{
    field: IdentificationField
    code: ResubmitReason | null
    operator: string
    own: boolean
    at: Date
  }>`
    select field, code, operator_name as operator, operator_id = ${operatorId} as own, at from kyc.field_checks
    where identification_id = ${form.id} and at >= ${dateOf(reviewSince(form))}
    order by at, field, operator_id`.execute(db)
  return rows.map((row) => ({ ...row, at: msOf(row.at) }))
}

export type NewCheck = {
  id: string
  field: IdentificationField
  operator: { readonly id: string; readonly name: string }
  /** Null: confirmed. */
  code: ResubmitReason | null
  at: number
}

/** Keeps an operator's mark of a field in place of the one before. */
export async function putCheck(db: KycDb, { id, field, operator, code, at }: NewCheck): Promise<void> {
  await sql`
    insert into kyc.field_checks (identification_id, field, operator_id, operator_name, code, at)
    values (${id}, ${field}, ${operator.id}, ${operator.name}, ${code}, ${dateOf(at)})
    on conflict (identification_id, field, operator_id) do update set code = excluded.code, at = excluded.at`.execute(
    db,
  )
}

/** Removes an operator's mark of a field. */
export async function dropCheck(db: KycDb, params: { id: string; field: string; operatorId: string }): Promise<void> {
  await sql`delete from kyc.field_checks
    where identification_id = ${params.id} and field = ${params.field} and operator_id = ${params.operatorId}`.execute(
    db,
  )
}

/** Fields that an operator has not confirmed himself in this review, or that a colleague refused after him. */
export async function uncheckedFields(db: KycDb, params: { id: string; operatorId: string }): Promise<string[]> {
  const { rows } = await sql<{ fields: string[] }>`
    select kyc.unchecked(${params.id}, ${params.operatorId}) as fields`.execute(db)
  return rows[0]?.fields ?? []
}
