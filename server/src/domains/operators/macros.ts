import { maxMacros, type addMacro as route } from '@evenhand/protocol/operator-workspace.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { brokenRule, sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { SignInDeps } from './operators.deps.ts'
import { badField } from './operators.rules.ts'

/** The texts that all who answer complaints share, by language and title. */
export async function listMacros({
  db,
}: SignInDeps): Promise<{ id: string; lang: Lang; title: string; body: string }[]> {
  const rows = await db
    .selectFrom('operators.macros')
    .select(['id', 'lang', 'title', 'body'])
    .orderBy('lang')
    .orderBy('title')
    .limit(maxMacros)
    .execute()
  return rows.map((row) => ({ ...row, lang: row.lang as Lang }))
}

/** Keeps a text under a title. Refuses 40020 a title that its language has already, and one text too many. */
export async function addMacro(deps: SignInDeps, request: z.output<typeof route.request>, call: OperatorCall) {
  const at = deps.clock.now()
  const id = uuidV7(at)
  try {
    await deps.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('operators.macros', 0))`.execute(tx)
      const { count } = await tx
        .selectFrom('operators.macros')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= maxMacros) throw badField('title', 'tooMany')
      await tx
        .insertInto('operators.macros')
        .values({ id, ...request, created_by: call.operator.id, at: dateOf(at) })
        .execute()
      const entry = {
        act: 'macro.add',
        subject: `macro:${id}`,
        reason: 'kept for answers',
        after: { title: request.title },
      }
      await recordAuditEntry(deps, tx, { call, entry })
    })
  } catch (cause) {
    throw brokenRule(cause) === 'macros_lang_title_key' ? badField('title', 'taken') : cause
  }
  return { id }
}

/** Takes a text away. Refuses 40039 one that is not there. */
export async function dropMacro(deps: SignInDeps, { id }: { id: string }, call: OperatorCall) {
  await deps.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('operators.macros')
      .where('id', '=', id)
      .returning(['title', 'body'])
      .executeTakeFirst()
    if (gone === undefined) throw refuse('notFound')
    const entry = { act: 'macro.drop', subject: `macro:${id}`, reason: 'not needed any more', before: gone }
    await recordAuditEntry(deps, tx, { call, entry })
  })
  return {}
}
