import * as z from 'zod/mini'
import { contentLimits } from './content.ts'
import { faqCategories } from './faq.ts'
import { noticeAudience, publicNoticeCategories } from './public-notices.ts'
import { langValues } from './languages.ts'
import { operatorGet, operatorPost, operatorReason } from './operator-route.ts'
import { epochMs, nothing, pageOf, paging } from './shapes.ts'
import { isPlain } from './written-text.ts'

const readers = ['content', 'auditor'] as const
const writers = ['content'] as const

export const contentKinds = ['page', 'faq', 'notice'] as const
export type ContentKind = (typeof contentKinds)[number]
export const draftStatuses = ['DRAFT', 'REVIEW', 'SCHEDULED'] as const
export type DraftStatus = (typeof draftStatuses)[number]
/** Languages that texts are written in first, and translated from. */
export const sourceLangs = ['en', 'zh'] as const

const lang = z.enum(langValues as readonly [(typeof langValues)[number], ...(typeof langValues)[number][]])
const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/))
const revision = z.int().check(z.minimum(0), z.maximum(1_000_000))
const at = { slug, lang }

/** How far an item is in one language. */
const langState = z.object({
  lang,
  /** Of the published text; null where there is none. */
  version: z.nullable(z.int()),
  updatedAt: z.nullable(epochMs),
  origin: z.nullable(z.enum(['shipped', 'operator'])),
  /** The text it was translated from has a newer version. */
  stale: z.boolean(),
  /** A later release ships another text than the one that operators wrote over. */
  shippedDiffers: z.boolean(),
  draft: z.nullable(z.enum(draftStatuses)),
  /** Whether the draft waits for the caller: in review, and written by another. */
  mayApprove: z.boolean(),
  publishAt: z.nullable(epochMs),
})
export type LangState = z.output<typeof langState>

const noticeSettings = z.object({
  type: z.union([z.literal(1), z.literal(3)]),
  category: z.enum(publicNoticeCategories),
  pinned: z.boolean(),
  popup: z.boolean(),
  navbar: z.boolean(),
  startAt: epochMs,
  endAt: z.nullable(epochMs),
  audience: noticeAudience,
})
export type NoticeForm = z.output<typeof noticeSettings>

const item = z.object({
  slug,
  kind: z.enum(contentKinds),
  isLegal: z.boolean(),
  /** In the language of the caller, else of the first text there is; of a notice without a text its slug. */
  title: z.string(),
  /** Of an answer. */
  category: z.nullable(z.string()),
  screen: z.nullable(z.string()),
  /** An answer that customers no longer find. */
  isRetired: z.boolean(),
  /** Of a notice. */
  notice: z.nullable(z.extend(noticeSettings, { revision: z.int(), readCount: z.int() })),
  feedback: z.object({ yes: z.int(), no: z.int() }),
  langs: z.array(langState),
})
export type ContentRow = z.output<typeof item>

export const listContent = operatorGet('/swx/admin/content', {
  summary: 'Lists pages, questions and answers, and notices with their state in each language.',
  roles: readers,
  does: 'read',
  request: nothing,
  result: z.object({ at: epochMs, rows: z.array(item) }),
  refusals: [],
})

/** A pair of signs that keeps a Latin name or a figure in one piece inside Arabic; any other mark of direction is refused. */
const isolated = /\u2066([^\u2066-\u2069\n]*)\u2069/g
const seen = z.refine<string>((text) => isPlain(text.replaceAll(isolated, '$1')))
const seenLine = z.refine<string>((text) => !text.includes('\n') && isPlain(text.replaceAll(isolated, '$1')))

/** What an operator writes: a line, search words, a summary of a notice, and Markdown. */
const written = {
  title: z.string().check(z.maxLength(contentLimits.title), seenLine),
  keywords: z.string().check(z.maxLength(contentLimits.keywords), seenLine),
  summary: z.string().check(z.maxLength(contentLimits.summary), seenLine),
  body: z.string().check(z.maxLength(contentLimits.body), seen),
}
const source = z.nullable(z.object({ lang: z.enum(sourceLangs), version: z.int().check(z.minimum(1)) }))

/** What keeps a text from being published, by its field; `word` is the passage. */
export const textProblems = ['empty', 'html', 'link', 'image', 'forbidden'] as const
const problem = z.object({
  field: z.enum(['title', 'keywords', 'summary', 'body']),
  kind: z.enum(textProblems),
  word: z.string(),
})
export type TextProblem = z.output<typeof problem>

const read = { title: z.string(), keywords: z.string(), summary: z.string(), body: z.string() }
const publishedText = z.object({ ...read, version: z.int(), hash: z.string(), updatedAt: epochMs, source })
const draftText = z.object({
  ...read,
  source,
  status: z.enum(draftStatuses),
  revision: z.int(),
  publishAt: z.nullable(epochMs),
  savedAt: epochMs,
  writtenBy: z.string(),
  approvedBy: z.nullable(z.string()),
  /** Whether the caller wrote it, so that another operator has to approve it where that is needed. */
  isOwn: z.boolean(),
  problems: z.array(problem),
})
const seenText = z.object({
  item,
  /** The version that a draft is written over: of the published text, 0 where there is none. */
  baseVersion: z.int(),
  published: z.nullable(publishedText),
  draft: z.nullable(draftText),
  /** The text it is translated from as it is published now. */
  source: z.nullable(z.extend(publishedText, { lang: z.enum(sourceLangs) })),
  /** What a later release ships, where operators wrote over an earlier text. */
  shipped: z.nullable(z.object({ ...read, hash: z.string() })),
})
export type SeenContent = z.output<typeof seenText>

export const viewContent = operatorGet('/swx/admin/content/:slug/:lang', {
  summary: 'Shows a text in one language: as published, its draft, and the text it is translated from.',
  roles: readers,
  does: 'read',
  request: z.object({ ...at, from: z.optional(z.enum(sourceLangs)) }),
  result: seenText,
  refusals: ['notFound'],
})

export const saveContent = operatorPost('/swx/admin/content/:slug/:lang/save', {
  summary: 'Saves the draft of a text; what customers read stays as it is.',
  roles: writers,
  does: 'act',
  request: z.strictObject({
    ...at,
    ...written,
    source,
    /** The published version it is written over. */
    baseVersion: z.int().check(z.minimum(0)),
    /** Of the draft that was seen; 0 where there was none. */
    revision,
  }),
  result: seenText,
  refusals: ['notFound'],
})

const draftMove = { ...at, revision, reason: operatorReason }

export const dropContent = operatorPost('/swx/admin/content/:slug/:lang/drop', {
  summary: 'Deletes the draft of a text.',
  roles: writers,
  does: 'act',
  request: z.strictObject(draftMove),
  result: seenText,
  refusals: ['notFound'],
})

export const publishContent = operatorPost('/swx/admin/content/:slug/:lang/publish', {
  summary:
    'Publishes the draft of a text at once or at a time to come; a legal text goes to a second operator instead.',
  roles: writers,
  does: 'act',
  request: z.strictObject({ ...draftMove, publishAt: z.optional(epochMs) }),
  result: seenText,
  refusals: ['notFound'],
})

export const approveContent = operatorPost('/swx/admin/content/:slug/:lang/approve', {
  summary: 'Approves the publication of a legal text that another operator wrote.',
  roles: writers,
  does: 'approve',
  request: z.strictObject(draftMove),
  result: seenText,
  refusals: ['notFound'],
})

export const returnContent = operatorPost('/swx/admin/content/:slug/:lang/return', {
  summary: 'Takes a text that waits for its time or for a second operator back to its draft.',
  roles: writers,
  does: 'act',
  request: z.strictObject(draftMove),
  result: seenText,
  refusals: ['notFound'],
})

export const createNotice = operatorPost('/swx/admin/content/notices/create', {
  summary:
    'Begins a notice: dates, audience, and whether it opens by itself; customers see it once a text is published.',
  roles: writers,
  does: 'act',
  request: z.strictObject({ ...noticeSettings.shape, reason: operatorReason }),
  result: item,
  refusals: [],
})

export const setNotice = operatorPost('/swx/admin/content/notices/:slug/set', {
  summary: 'Changes dates and audience of a notice, at once.',
  roles: writers,
  does: 'act',
  request: z.strictObject({ ...noticeSettings.shape, slug, revision, reason: operatorReason }),
  result: item,
  refusals: ['notFound'],
})

export const createAnswer = operatorPost('/swx/admin/content/answers/create', {
  summary: 'Begins a question and its answer; customers find it once a text is published.',
  roles: writers,
  does: 'act',
  request: z.strictObject({
    /** What it is called in addresses, for good. */
    slug: z.string().check(z.regex(/^[a-z][a-z0-9-]{2,59}$/)),
    category: z.enum(faqCategories),
    /** The path of the screen that it belongs to. */
    screen: z.optional(z.string().check(z.regex(/^\/[a-z0-9/-]{0,60}$/))),
    reason: operatorReason,
  }),
  result: item,
  refusals: [],
})

export const retireAnswer = operatorPost('/swx/admin/content/answers/:slug/retire', {
  summary: 'Takes a question and its answer out of what customers find, or puts it back; its texts stay.',
  roles: writers,
  does: 'act',
  request: z.strictObject({ slug, isRetired: z.boolean(), reason: operatorReason }),
  result: item,
  refusals: ['notFound'],
})

const remark = z.object({
  slug: z.string(),
  question: z.string(),
  lang,
  version: z.int(),
  isCurrent: z.boolean(),
  helpful: z.boolean(),
  remark: z.nullable(z.string()),
  at: epochMs,
})
export type FaqRemark = z.output<typeof remark>

export const listFaqFeedback = operatorGet('/swx/admin/content/feedback', {
  summary: 'Lists what readers said of answers, the newest first; who they are is not known.',
  roles: readers,
  does: 'read',
  request: z.object({ slug: z.optional(slug), ...paging }),
  result: pageOf(remark),
  refusals: [],
})
