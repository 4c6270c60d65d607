import type { Anomaly } from '@evenhand/protocol/operator-result.ts'
import { sql } from '../../kernel/db/db.ts'
import { findAnomalies, watchedMs, type AuditedAction } from './anomalies.rules.ts'
import type { SignInDeps } from './operators.deps.ts'

// A week of a busy house; more would not be read either.
const max = 20_000

/** What in the record of the last week deserves a second review. */
export async function listAnomalies({ db, clock }: SignInDeps): Promise<Anomaly[]> {
  const now = clock.now()
  const { rows } = await sql<AuditedAction>`
    select * from (
      select at::float8 as at, operator_name as operator, act, customer_id as "customerId",
        act = 'adjustment.approve' and after::jsonb ->> 'amount' like '-%' as "isDebit"
      from operators.audit_entries where operator_id is not null order by seq desc limit ${max}) latest
    where at > ${now - watchedMs}`.execute(db)
  return findAnomalies(rows, now).slice(0, 100)
}

/** Operators with actions that deserve a second review, each once, with the number of these actions. */
export async function unusualOperators(deps: SignInDeps): Promise<{ operator: string; count: number }[]> {
  const byOperator = Map.groupBy(await listAnomalies(deps), ({ operator }) => operator)
  return [...byOperator].map(([operator, found]) => ({
    operator,
    count: found.reduce((sum, { count }) => sum + count, 0),
  }))
}
