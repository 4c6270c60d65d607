import { sql } from '../../kernel/db/db.ts'
import type { AnyDb, Json, OperatorAuditEntry, OperatorCall } from '../../kernel/http/operator-call.ts'
import { mustHaveReason } from './operators.rules.ts'

const longest = 20_000

/** JSON of what an operation changed, cut to what an audit entry holds: a longer one is named by its size alone. */
function written(value: Json | undefined): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= longest ? text : JSON.stringify({ tooLong: text.length })
}

type By = { id: string | null; name: string; roles: readonly string[] }

/** Writes one audit entry inside the caller's transaction. Returns its number; refuses 40034 an empty reason. */
export async function appendAuditEntry(
  tx: AnyDb,
  { by, at, entry }: { by: By; at: number; entry: OperatorAuditEntry },
): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`
    select operators.append_audit_entry(${at}::bigint, ${by.id}::uuid, ${by.name}, ${by.roles as string[]}::text[],
      row(${entry.act}, ${entry.subject}, ${entry.customerId ?? null}, ${mustHaveReason(entry.reason)}, ${written(entry.before)},
        ${written(entry.after)})::operators.new_audit_entry) as seq`.execute(tx)
  return rows[0]?.seq ?? 0n
}

/** The same for an operator's call. */
export const recordAuditEntry = async (
  { clock }: { clock: { now(): number } },
  tx: AnyDb,
  { call, entry }: { call: OperatorCall; entry: OperatorAuditEntry },
): Promise<void> => void (await appendAuditEntry(tx, { by: call.operator, at: clock.now(), entry }))
