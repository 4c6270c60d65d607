import type { OperatorsDb } from './operators.deps.ts'

/** What the customer reads beside a correction of his balance, by the number of the request that moved it. */
export async function correctionLines(db: OperatorsDb, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('operators.adjustment_lines')
    .select(['id', 'line'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.flatMap(({ id, line }) => (id === null || line === null ? [] : [[id, line]])))
}
