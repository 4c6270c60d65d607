import {
  createNotice,
  listFaqFeedback,
  setNotice,
  type ContentRow,
  type FaqRemark,
  type NoticeForm,
} from '@evenhand/protocol/content-console.ts'
import type * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { ContentConsoleDeps } from './content.deps.ts'
import { keepItem, listDrafts } from './drafts.store.ts'
import { noticeItem, viewRow } from './view-content.ts'

/** Operators' part of notices, whatever their texts, and what readers reported of answers. */
export const noticesConsole = (deps: ContentConsoleDeps): MountedOperator[] => [
  handleOperator(createNotice, (request, call) => create(deps, request, call)),
  handleOperator(setNotice, (request, call) => set(deps, request, call)),
  handleOperator(listFaqFeedback, (request) => listFeedback(deps, request)),
]

function mustEndLater({ startAt, endAt }: NoticeForm): void {
  if (endAt !== null && endAt <= startAt)
    throw refuse('dataIncomplete', { fields: [{ field: 'endAt', reason: 'malformed' }] })
}

const columnsOf = ({ type, category, pinned, popup, navbar, startAt, endAt, audience }: NoticeForm) =>
  sql`${type}::smallint, ${category}, ${pinned}::boolean, ${popup}::boolean, ${navbar}::boolean,
    ${dateOf(startAt)}::timestamptz, ${endAt === null ? null : dateOf(endAt)}::timestamptz, ${JSON.stringify(audience)}::jsonb`
const names = sql`type, category, pinned, popup, navbar, start_at, end_at, audience`

const recorded = ({ type, category, pinned, popup, navbar, startAt, endAt, audience }: NoticeForm) => ({
  type,
  category,
  pinned,
  popup,
  navbar,
  startAt,
  endAt,
  audience: { ...audience },
})

async function seen(
  { db, content }: ContentConsoleDeps,
  slug: string,
  { lang, operator }: OperatorCall,
): Promise<ContentRow> {
  await content.refresh(true)
  const { catalogue } = content.deps
  const settings = catalogue.notices().find((notice) => notice.slug === slug)
  if (settings === undefined) throw refuse('notFound')
  return viewRow({
    catalogue,
    item: noticeItem(settings),
    drafts: await listDrafts(db, slug),
    operatorId: operator.id,
    lang,
  })
}

async function create(
  deps: ContentConsoleDeps,
  { reason, ...form }: NoticeForm & { reason: string },
  call: OperatorCall,
): Promise<ContentRow> {
  mustEndLater(form)
  const at = deps.clock.now()
  const slug = uuidV7(at)
  await deps.db.transaction().execute(async (tx) => {
    await keepItem(tx, { slug, kind: 'notice', isLegal: false, at })
    await sql`insert into content.notices (slug, ${names}) values (${slug}, ${columnsOf(form)})`.execute(tx)
    const entry = { act: 'content.noticeCreate', subject: `content:${slug}`, reason, after: recorded(form) }
    await deps.operators.recordAuditEntry(tx, call, entry)
  })
  return seen(deps, slug, call)
}

/** Refuses 40020 a change of settings that were changed meanwhile. */
async function set(
  deps: ContentConsoleDeps,
  { slug, revision, reason, ...form }: z.output<typeof setNotice.request>,
  call: OperatorCall,
): Promise<ContentRow> {
  mustEndLater(form)
  await deps.content.refresh()
  const before = deps.content.deps.catalogue.notices().find((notice) => notice.slug === slug)
  if (before === undefined) throw refuse('notFound')
  await deps.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update content.notices set (${names}, revision) = row(${columnsOf(form)}, revision + 1)
      where slug = ${slug} and revision = ${revision}`.execute(tx)
    if (numAffectedRows !== 1n) throw refuse('dataIncomplete', { fields: [{ field: 'revision', reason: 'outdated' }] })
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'content.noticeSet',
      subject: `content:${slug}`,
      reason,
      before: recorded({ ...before, type: before.type as NoticeForm['type'] }),
      after: recorded(form),
    })
  })
  return seen(deps, slug, call)
}

type FeedbackRow = Omit<FaqRemark, 'question' | 'isCurrent' | 'at'> & { at: Date }

async function listFeedback(
  { db, content }: ContentConsoleDeps,
  { slug, page = 1, size = 50 }: z.output<typeof listFaqFeedback.request>,
): Promise<z.input<typeof listFaqFeedback.result>> {
  const where = slug === undefined ? sql`true` : sql`slug = ${slug}`
  const [found, counted] = await Promise.all([
    sql<FeedbackRow>`
      select slug, lang, version, is_helpful as helpful, remark, at from content.feedback where ${where}
      order by at desc, slug, voter limit ${size} offset ${(page - 1) * size}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from content.feedback where ${where}`.execute(db),
  ])
  const { catalogue } = content.deps
  const rows = found.rows.map((row) => {
    const text = catalogue.bestText(row.slug, row.lang)
    const isCurrent = text?.version === row.version
    return { ...row, question: text?.title ?? row.slug, isCurrent, at: msOf(row.at) }
  })
  return { rows, total: counted.rows[0]?.n ?? 0, page, size }
}
