import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

type AuthDb = Db<'auth'>

/** When a session last proved its person, by whatever way and by a second factor; epoch ms, null for never. */
export type Proof = { provedAt: number | null; factorProvedAt: number | null }

/** What a session has proved; undefined where it has ended. Read from the table: a proof counts in every process at once. */
export async function findProof(db: AuthDb, sessionId: string): Promise<Proof | undefined> {
  const row = await db
    .selectFrom('auth.sessions')
    .select(['proved_at', 'factor_proved_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row && { provedAt: msOrNull(row.proved_at), factorProvedAt: msOrNull(row.factor_proved_at) }
}

const msOrNull = (date: Date | null): number | null => (date === null ? null : msOf(date))
const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : dateOf(ms))

/** Keeps a proof with its session; false where that has ended meanwhile. */
export async function keepProof(
  db: AuthDb,
  { sessionId, at, byFactor }: { sessionId: string; at: number; byFactor: boolean },
): Promise<boolean> {
  const kept = await sql`
    update auth.sessions set proved_at = ${dateOf(at)},
      factor_proved_at = case when ${byFactor} then ${dateOf(at)}::timestamptz else factor_proved_at end
    where id = ${sessionId} returning 1`.execute(db)
  return kept.rows.length === 1
}

/** Gives a session what the one it replaces had proved. */
export async function carryProof(db: AuthDb, sessionId: string, proof: Proof): Promise<void> {
  await db
    .updateTable('auth.sessions')
    .set({ proved_at: dateOrNull(proof.provedAt), factor_proved_at: dateOrNull(proof.factorProvedAt) })
    .where('id', '=', sessionId)
    .execute()
}
