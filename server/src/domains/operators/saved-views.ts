import { maxViews, type saveView as route } from '@evenhand/protocol/operator-workspace.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField } from './operators.rules.ts'

/** The calling operator's saved views of every screen, by name. */
export const listViews = ({ db }: SignInDeps, call: OperatorCall) =>
  db
    .selectFrom('operators.saved_views')
    .select(['screen', 'name', 'search'])
    .where('operator_id', '=', call.operator.id)
    .orderBy('screen')
    .orderBy('name')
    .limit(1000)
    .execute()

/** Saves, changes or takes away a view. Refuses 40020 one more than an operator may keep of a screen. */
export async function saveView({ db, clock }: SignInDeps, request: z.output<typeof route.request>, call: OperatorCall) {
  const { screen, name, search } = request
  const operatorId = call.operator.id
  if (search === null) {
    await db
      .deleteFrom('operators.saved_views')
      .where('operator_id', '=', operatorId)
      .where('screen', '=', screen)
      .where('name', '=', name)
      .execute()
    return {}
  }
  await db.transaction().execute(async (tx) => {
    // Two pages of one operator that save at once count one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${operatorId}`}, 0))`.execute(tx)
    await tx
      .insertInto('operators.saved_views')
      .values({ operator_id: operatorId, screen, name, search, at: dateOf(clock.now()) })
      .onConflict((kept) => kept.columns(['operator_id', 'screen', 'name']).doUpdateSet({ search }))
      .execute()
    const { count } = await tx
      .selectFrom('operators.saved_views')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('operator_id', '=', operatorId)
      .where('screen', '=', screen)
      .executeTakeFirstOrThrow()
    if (count > maxViews) throw badField('name', 'tooMany')
  })
  return {}
}
