import type { AuditEntry } from '@evenhand/proofs/audit-entry.ts'
import type { OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { rolesOf } from './operators.rules.ts'

type AuditLogDb = Db<'operators'>
const columns = sql<AuditEntry>`seq::float8 as seq, at::float8 as at, operator_id as "operatorId", operator_name as operator, roles, act,
  subject, customer_id as "customerId", reason, before, after`

/** Audit entries after a number, oldest first. */
export const auditEntriesAfter = async (
  db: AuditLogDb,
  params: { after: number; limit: number },
): Promise<AuditEntry[]> =>
  (
    await sql<AuditEntry>`select ${columns} from operators.audit_entries where audit_entries.seq > ${params.after} order by audit_entries.seq limit ${params.limit}`.execute(
      db,
    )
  ).rows

export type AuditEntryFilter = {
  operator?: string | undefined
  act?: string | undefined
  subject?: string | undefined
  customerId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  limit: number
  offset: number
}

/** Audit entries that fit, newest first, and how many. */
export async function findAuditEntries(
  db: AuditLogDb,
  params: AuditEntryFilter,
): Promise<{ rows: AuditEntry[]; total: number }> {
  const where = sql`(${params.operator ?? null}::text is null or operator_name = ${params.operator ?? null})
    and (${params.act ?? null}::text is null or starts_with(act, ${params.act ?? null}))
    and (${params.subject ?? null}::text is null or subject = ${params.subject ?? null})
    and (${params.customerId ?? null}::uuid is null or customer_id = ${params.customerId ?? null}::uuid)
    and (${params.from ?? null}::bigint is null or at >= ${params.from ?? null}::bigint)
    and (${params.to ?? null}::bigint is null or at < ${params.to ?? null}::bigint)`
  const [{ rows }, counted] = await Promise.all([
    sql<AuditEntry>`select ${columns} from operators.audit_entries where ${where} order by audit_entries.seq desc limit ${params.limit} offset ${params.offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from operators.audit_entries where ${where}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export type AccessLine = { at: number; roles: OperatorRole[]; act: string; reason: string }

/** Which roles viewed or changed a customer's account, newest first; the person is never named. */
export async function accessTo(
  db: AuditLogDb,
  params: { customerId: string; limit: number; offset: number },
): Promise<{ rows: AccessLine[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<{ at: number; roles: string[]; act: string; reason: string }>`
      select at::float8 as at, roles, act, reason from operators.audit_entries_on_customers
      where customer_id = ${params.customerId} order by seq desc limit ${params.limit} offset ${params.offset}`.execute(
      db,
    ),
    sql<{ n: number }>`
      select count(*)::int as n from operators.audit_entries_on_customers where customer_id = ${params.customerId}`.execute(
      db,
    ),
  ])
  return {
    rows: rows.map((row) => ({ ...row, roles: rolesOf(row.roles) })),
    total: counted.rows[0]?.n ?? 0,
  }
}

/** Whether an operator decided something about a subject; a view alone is no part in it. */
export async function hadPart(db: AuditLogDb, params: { operatorId: string; subject: string }): Promise<boolean> {
  const { rows } = await sql`select from operators.audit_entries
    where subject = ${params.subject} and operator_id = ${params.operatorId} and act !~ '[.](view|proof)($|[.])' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
