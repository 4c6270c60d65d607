import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import type { SignInDeps } from './operators.deps.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const claimMs = 10 * minuteMs

export type Claim = { subject: string; operator: string; endsAt: number; own: boolean }

/** Who works on what at this moment. */
export async function listClaims({ db, clock }: SignInDeps, call: OperatorCall): Promise<Claim[]> {
  const rows = await db
    .selectFrom('operators.claims as c')
    .innerJoin('operators.operators as o', 'o.id', 'c.operator_id')
    .select(['c.subject', 'c.operator_id', 'o.name', 'c.ends_at'])
    .where('c.ends_at', '>', dateOf(clock.now()))
    .orderBy('c.subject')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    subject: row.subject,
    operator: row.name,
    endsAt: msOf(row.ends_at),
    own: row.operator_id === call.operator.id,
  }))
}

/** Claims a piece of work for ten minutes, or gives it back. Returns whose it is now: another's stays another's. */
export async function claimWork(
  deps: SignInDeps,
  { subject, drop }: { subject: string; drop?: boolean | undefined },
  call: OperatorCall,
): Promise<{ claim: Claim | null }> {
  const { db, clock } = deps
  const now = clock.now()
  if (drop === true)
    await db
      .deleteFrom('operators.claims')
      .where('subject', '=', subject)
      .where('operator_id', '=', call.operator.id)
      .execute()
  else
    await sql`
      insert into operators.claims as c (subject, operator_id, ends_at)
      values (${subject}, ${call.operator.id}, ${dateOf(now + claimMs)})
      on conflict (subject) do update set operator_id = excluded.operator_id, ends_at = excluded.ends_at
      where c.operator_id = excluded.operator_id or c.ends_at <= ${dateOf(now)}`.execute(db)
  const claims = await listClaims(deps, call)
  return { claim: claims.find((claim) => claim.subject === subject) ?? null }
}
