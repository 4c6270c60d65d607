import { createAnswer, retireAnswer, type ContentRow } from '@evenhand/protocol/content-console.ts'
import type * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { ContentConsoleDeps } from './content.deps.ts'
import { keepItem, listDrafts } from './drafts.store.ts'
import { viewRow } from './view-content.ts'

/** Operators' part of questions and answers, whatever their texts: begin one, and take one from customers. */
export const answersConsole = (deps: ContentConsoleDeps): MountedOperator[] => [
  handleOperator(createAnswer, (request, call) => create(deps, request, call)),
  handleOperator(retireAnswer, (request, call) => retire(deps, request, call)),
]

async function seen(
  { db, content }: ContentConsoleDeps,
  slug: string,
  { lang, operator }: OperatorCall,
): Promise<ContentRow> {
  await content.refresh(true)
  const { catalogue } = content.deps
  const item = catalogue.item(slug)
  if (item === undefined) throw refuse('notFound')
  return viewRow({ catalogue, item, drafts: await listDrafts(db, slug), operatorId: operator.id, lang })
}

/** Refuses 40020 a name that is taken. */
async function create(
  deps: ContentConsoleDeps,
  { slug, category, screen, reason }: z.output<typeof createAnswer.request>,
  call: OperatorCall,
): Promise<ContentRow> {
  await deps.content.refresh()
  const taken = refuse('dataIncomplete', { fields: [{ field: 'slug', reason: 'taken' }] })
  if (deps.content.deps.catalogue.item(slug) !== undefined) throw taken
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await keepItem(tx, { slug, kind: 'faq', isLegal: false, at })
    const { numAffectedRows } = await sql`
      insert into content.answers (slug, category, screen, created_at)
      values (${slug}, ${category}, ${screen ?? null}, ${dateOf(at)}) on conflict do nothing`.execute(tx)
    if (numAffectedRows !== 1n) throw taken
    const after = { category, screen: screen ?? null }
    const entry = { act: 'content.answerCreate', subject: `content:${slug}`, reason, after }
    await deps.operators.recordAuditEntry(tx, call, entry)
  })
  return seen(deps, slug, call)
}

async function retire(
  deps: ContentConsoleDeps,
  { slug, isRetired, reason }: z.output<typeof retireAnswer.request>,
  call: OperatorCall,
): Promise<ContentRow> {
  await deps.content.refresh()
  const item = deps.content.deps.catalogue.item(slug)
  if (item?.kind !== 'faq') throw refuse('notFound')
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await keepItem(tx, { slug, kind: 'faq', isLegal: false, at })
    await sql`
      insert into content.answers (slug, category, screen, is_retired, created_at)
      values (${slug}, ${item.category ?? ''}, ${item.screen ?? null}, ${isRetired}, ${dateOf(at)})
      on conflict (slug) do update set is_retired = excluded.is_retired`.execute(tx)
    await deps.operators.recordAuditEntry(tx, call, {
      act: isRetired ? 'content.answerRetire' : 'content.answerRestore',
      subject: `content:${slug}`,
      reason,
      before: { isRetired: item.isRetired ?? false },
      after: { isRetired },
    })
  })
  return seen(deps, slug, call)
}
