import type { DraftStatus } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { ContentDb } from './content.store.ts'
import type { ContentItem, ContentText } from './content.texts.ts'
import type { Written } from './draft-rules.ts'

export type Draft = Written & {
  readonly slug: string
  readonly lang: Lang
  readonly revision: number
  readonly status: DraftStatus
  readonly sourceLang: 'en' | 'zh' | null
  readonly sourceVersion: number | null
  readonly baseVersion: number
  readonly shippedHash: string | null
  readonly publishAt: number | null
  readonly writtenBy: string
  readonly approvedBy: string | null
  readonly savedAt: number
}

type Row = Omit<Draft, 'publishAt' | 'savedAt'> & { publishAt: Date | null; savedAt: Date }
const columns = sql`slug, lang, revision, status, title, keywords, summary, body, source_lang as "sourceLang",
  source_version as "sourceVersion", base_version as "baseVersion", shipped_hash as "shippedHash", publish_at as "publishAt",
  written_by as "writtenBy", approved_by as "approvedBy", saved_at as "savedAt"`
const draftOf = (row: Row): Draft => ({
  ...row,
  publishAt: row.publishAt === null ? null : msOf(row.publishAt),
  savedAt: msOf(row.savedAt),
})

type Key = { slug: string; lang: Lang }
const isKey = ({ slug, lang }: Key): Fragment => sql`slug = ${slug} and lang = ${lang}`

/** Drafts of an item, or of all. */
export async function listDrafts(db: ContentDb, slug?: string): Promise<Draft[]> {
  const where = slug === undefined ? sql`true` : sql`slug = ${slug}`
  const { rows } = await sql<Row>`select ${columns} from content.drafts where ${where}`.execute(db)
  return rows.map(draftOf)
}

/** The draft of a text; with `revision` only where it still is that one, and locked until the transaction ends. */
export async function findDraft(db: ContentDb, key: Key & { revision?: number }): Promise<Draft | undefined> {
  const still = key.revision === undefined ? sql`` : sql`and revision = ${key.revision} for update`
  const { rows } = await sql<Row>`select ${columns} from content.drafts where ${isKey(key)} ${still}`.execute(db)
  return rows.map(draftOf)[0]
}

/** Scheduled drafts whose time has come. */
export async function dueDrafts(db: ContentDb, now: number): Promise<Draft[]> {
  const { rows } = await sql<Row>`
    select ${columns} from content.drafts where status = 'SCHEDULED' and publish_at <= ${dateOf(now)}
    order by publish_at limit 100`.execute(db)
  return rows.map(draftOf)
}

/**
 * Keeps a draft over the one of revision `draft.revision - 1`, or a first one; false where another was saved meanwhile.
 * Whatever waited for its time or for a second operator is a draft again.
 */
export async function keepDraft(
  db: ContentDb,
  draft: Omit<Draft, 'status' | 'publishAt' | 'approvedBy'>,
): Promise<boolean> {
  const values = sql`${draft.revision}, 'DRAFT', ${draft.title}, ${draft.keywords}, ${draft.summary}, ${draft.body},
    ${draft.sourceLang}, ${draft.sourceVersion}::int, ${draft.baseVersion}::int, ${draft.shippedHash}, null::timestamptz,
    ${draft.writtenBy}::uuid, null::uuid, ${dateOf(draft.savedAt)}::timestamptz`
  const names = sql`revision, status, title, keywords, summary, body, source_lang, source_version, base_version,
    shipped_hash, publish_at, written_by, approved_by, saved_at`
  const { numAffectedRows } =
    draft.revision === 1
      ? await sql`insert into content.drafts (slug, lang, ${names}) values (${draft.slug}, ${draft.lang}, ${values})
          on conflict do nothing`.execute(db)
      : await sql`update content.drafts set (${names}) = row(${values})
          where ${isKey(draft)} and revision = ${draft.revision - 1}`.execute(db)
  return numAffectedRows === 1n
}

/** Moves a draft of a revision to where it waits, or back; false where it was saved or moved meanwhile. */
export async function moveDraft(
  db: ContentDb,
  key: Key & { revision: number },
  to: { status: DraftStatus; publishAt: number | null; approvedBy: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update content.drafts set status = ${to.status}, revision = revision + 1, approved_by = ${to.approvedBy}::uuid,
      publish_at = ${to.publishAt === null ? null : dateOf(to.publishAt)}::timestamptz
    where ${isKey(key)} and revision = ${key.revision}`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes a draft of a revision; false where it was saved, published or dropped meanwhile. */
export async function dropDraft(db: ContentDb, key: Key & { revision: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from content.drafts where ${isKey(key)} and revision = ${key.revision}`.execute(db)
  return numAffectedRows === 1n
}

/** Keeps that an item exists, once. */
export async function keepItem(
  db: ContentDb,
  { slug, kind, isLegal, at }: Pick<ContentItem, 'slug' | 'kind' | 'isLegal'> & { at: number },
): Promise<void> {
  await sql`insert into content.items (slug, kind, is_legal, created_at)
    values (${slug}, ${kind}, ${isLegal}, ${dateOf(at)}) on conflict do nothing`.execute(db)
}

/** Keeps texts that ship as versions where no version of that number or a later one is there, so that they stay readable. */
export async function keepShipped(db: ContentDb, texts: readonly ContentText[]): Promise<void> {
  const rows = JSON.stringify(texts.map(({ updatedAt, ...text }) => ({ ...text, at: updatedAt })))
  await sql`
    insert into content.versions (slug, lang, version, origin, title, keywords, summary, body, hash, source_lang,
      source_version, published_at)
    select s.slug, s.lang, s.version, 'shipped', s.title, s.keywords, s.summary, s.body, s.hash, s."sourceLang",
      s."sourceVersion", to_timestamp(s.at / 1000.0)
    from jsonb_to_recordset(${rows}::jsonb) as s (slug text, lang text, version int, title text, keywords text, summary text,
      body text, hash text, "sourceLang" text, "sourceVersion" int, at bigint)
    where not exists (select 1 from content.versions v where v.slug = s.slug and v.lang = s.lang and v.version >= s.version)
    on conflict do nothing`.execute(db)
}

/** Publishes a draft as the version after the newest; returns its number. */
export async function insertVersion(
  db: ContentDb,
  { draft, hash, floor, at }: { draft: Draft; hash: string; floor: number; at: number },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into content.versions (slug, lang, version, origin, title, keywords, summary, body, hash, source_lang,
      source_version, shipped_hash, published_at, written_by, approved_by)
    select ${draft.slug}, ${draft.lang}, greatest(coalesce(max(version), 0), ${floor}::int) + 1, 'operator', ${draft.title},
      ${draft.keywords}, ${draft.summary}, ${draft.body}, ${hash}, ${draft.sourceLang}, ${draft.sourceVersion}::int,
      ${draft.shippedHash}, ${dateOf(at)}, ${draft.writtenBy}::uuid, ${draft.approvedBy}::uuid
    from content.versions where slug = ${draft.slug} and lang = ${draft.lang}
    returning version`.execute(db)
  return rows[0]?.version ?? 0
}
