import type { NoticeAudience, PublicNoticeCategory } from '@evenhand/protocol/public-notices.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { sql, type Db, type Fragment } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { ContentText } from './content.texts.ts'

export type ContentDb = Db<'content'>

/** How a notice is shown, whatever its texts. Times in epoch ms. */
export type NoticeSettings = {
  readonly slug: string
  readonly type: number
  readonly category: PublicNoticeCategory
  readonly pinned: boolean
  readonly popup: boolean
  readonly navbar: boolean
  readonly startAt: number
  readonly endAt: number | null
  readonly audience: NoticeAudience
  readonly revision: number
}

/** What readers reported of one version of an answer. */
export type FeedbackCount = {
  readonly slug: string
  readonly version: number
  readonly yes: number
  readonly no: number
}

/** Where an answer that operators began belongs, or that one was retired. */
export type AnswerCategory = {
  readonly slug: string
  readonly category: string
  readonly screen: string | null
  readonly isRetired: boolean
}

/** All that operators published, as it stands. */
export type Published = {
  readonly texts: readonly ContentText[]
  readonly notices: readonly NoticeSettings[]
  readonly answers: readonly AnswerCategory[]
  readonly feedback: readonly FeedbackCount[]
  readonly reads: ReadonlyMap<string, number>
}

type TextRow = Omit<ContentText, 'updatedAt'> & { publishedAt: Date }
const textColumns = sql`v.slug, v.lang, v.version, v.origin, v.title, v.keywords, v.summary, v.body, v.hash,
  v.source_lang as "sourceLang", v.source_version as "sourceVersion", v.shipped_hash as "shippedHash",
  v.published_at as "publishedAt"`
const textOf = ({ publishedAt, ...row }: TextRow): ContentText => ({ ...row, updatedAt: msOf(publishedAt) })

async function textsWhere(db: ContentDb, where: Fragment, order: Fragment): Promise<ContentText[]> {
  const { rows } = await sql<TextRow>`
    select ${textColumns} from content.versions v where ${where} order by ${order}`.execute(db)
  return rows.map(textOf)
}

/** Every version of a text in a language that was kept, the newest first. */
export const versionsOf = (db: ContentDb, { slug, lang }: { slug: string; lang: Lang }): Promise<ContentText[]> =>
  textsWhere(db, sql`v.slug = ${slug} and v.lang = ${lang}`, sql`v.version desc`)

type SettingsRow = Omit<NoticeSettings, 'startAt' | 'endAt'> & { startAt: Date; endAt: Date | null }

/** How notices are shown: all, or the one of a slug. */
export async function readNotices(db: ContentDb, slug?: string): Promise<NoticeSettings[]> {
  const { rows } = await sql<SettingsRow>`
    select slug, type, category, pinned, popup, navbar, start_at as "startAt", end_at as "endAt", audience, revision
    from content.notices where ${slug === undefined ? sql`true` : sql`slug = ${slug}`} order by slug`.execute(db)
  return rows.map((row) => ({ ...row, startAt: msOf(row.startAt), endAt: row.endAt === null ? null : msOf(row.endAt) }))
}

/** The newest text of operators of each item and language, how notices are shown, and what was counted. */
export async function readPublished(db: ContentDb): Promise<Published> {
  const newest = sql`v.origin = 'operator' and v.version = (select max(n.version) from content.versions n
    where n.slug = v.slug and n.lang = v.lang and n.origin = 'operator')`
  const [texts, notices, answers, feedback, reads] = await Promise.all([
    textsWhere(db, newest, sql`v.slug, v.lang`),
    readNotices(db),
    sql<AnswerCategory>`
      select slug, category, screen, is_retired as "isRetired" from content.answers order by created_at, slug`.execute(
      db,
    ),
    sql<FeedbackCount>`
      select slug, version, count(*) filter (where is_helpful)::int as yes, count(*) filter (where not is_helpful)::int as no
      from content.feedback group by slug, version`.execute(db),
    sql<{ slug: string; count: number }>`select slug, count(*)::int as count from content.reads group by slug`.execute(
      db,
    ),
  ])
  return {
    texts,
    notices,
    answers: answers.rows,
    feedback: feedback.rows,
    reads: new Map(reads.rows.map(({ slug, count }) => [slug, count])),
  }
}

/** The number that rises with whatever is published. */
export async function readRevision(db: ContentDb): Promise<bigint> {
  const { rows } = await sql<{ revision: bigint }>`select revision from content.revision`.execute(db)
  return rows[0]?.revision ?? 0n
}

/** Keeps a reader's feedback on a version; the last one counts. */
export async function keepFeedback(
  db: ContentDb,
  word: {
    slug: string
    version: number
    voter: Uint8Array
    lang: Lang
    helpful: boolean
    remark: string | null
    at: number
  },
): Promise<void> {
  await sql`
    insert into content.feedback (slug, version, voter, lang, is_helpful, remark, at)
    values (${word.slug}, ${word.version}, ${word.voter}, ${word.lang}, ${word.helpful}, ${word.remark}, ${dateOf(word.at)})
    on conflict (slug, version, voter) do update
    set lang = excluded.lang, is_helpful = excluded.is_helpful, remark = excluded.remark, at = excluded.at`.execute(db)
}

/** Keeps that a person read a version of a notice; again is nothing. */
export async function keepRead(
  db: ContentDb,
  read: { slug: string; version: number; reader: Uint8Array; at: number },
): Promise<void> {
  await sql`
    insert into content.reads (slug, version, reader, at)
    values (${read.slug}, ${read.version}, ${read.reader}, ${dateOf(read.at)}) on conflict do nothing`.execute(db)
}

/** The versions of notices that a person read, as `slug:version`. */
export async function readsOf(db: ContentDb, reader: Uint8Array): Promise<Set<string>> {
  const { rows } = await sql<{ read: string }>`
    select slug || ':' || version as read from content.reads where reader = ${reader}`.execute(db)
  return new Set(rows.map(({ read }) => read))
}
