import { dateOf } from '../../kernel/time/clock.ts'
import type { OperatorsDb } from './operators.deps.ts'

/** Writes when an operator last signed in; epoch milliseconds. */
export async function noteSignIn(
  db: OperatorsDb,
  { operatorId, at }: { operatorId: string; at: number },
): Promise<void> {
  await db
    .updateTable('operators.operators')
    .set({ last_sign_in_at: dateOf(at) })
    .where('id', '=', operatorId)
    .execute()
}

/** Writes until when an operator is absent; null: present. */
export async function saveAbsence(
  db: OperatorsDb,
  { operatorId, until }: { operatorId: string; until: number | null },
): Promise<void> {
  await db
    .updateTable('operators.operators')
    .set({ absent_until: until === null ? null : dateOf(until) })
    .where('id', '=', operatorId)
    .execute()
}

/** Writes where alone an operator may be signed in; empty for anywhere. */
export async function saveNetworks(
  db: OperatorsDb,
  { operatorId, networks }: { operatorId: string; networks: readonly string[] },
): Promise<void> {
  await db
    .updateTable('operators.operators')
    .set({ networks: [...networks] })
    .where('id', '=', operatorId)
    .execute()
}
