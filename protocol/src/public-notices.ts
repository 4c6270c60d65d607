import * as z from 'zod/mini'
import { versionNo } from './content.ts'
import { langValues } from './languages.ts'
import { get, post } from './route.ts'
import { epochMs, nothing, queryInt } from './shapes.ts'

const lang = z.optional(z.string())

/** Types of notices: 1 of the platform, 2 questions and answers, 3 new features and changes of parameters. */
export const noticeTypes = [1, 2, 3] as const
export const publicNoticeCategories = ['system', 'product', 'maintenance', 'legal', 'params', 'faq-topic'] as const
export type PublicNoticeCategory = (typeof publicNoticeCategories)[number]

export const noticeAudience = z.object({
  /** ISO 3166-1 codes; empty: every country. */
  countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(250)),
  /** Languages it is shown in; empty: all. */
  languages: z.array(z.enum(langValues as readonly [string, ...string[]])).check(z.maxLength(langValues.length)),
  mode: z.enum(['any', 'virtual', 'real']),
  loggedIn: z.enum(['any', 'guests', 'customers']),
})
export type NoticeAudience = z.output<typeof noticeAudience>

const publicNotice = z.object({
  id: z.string(),
  type: z.int().check(z.minimum(1), z.maximum(3)),
  title: z.string(),
  /** Plain text of one or two sentences, for a pop-up and the bar. */
  summary: z.string(),
  /** Markdown. */
  body: z.string(),
  category: z.enum(publicNoticeCategories),
  pinned: z.boolean(),
  popup: z.boolean(),
  navbar: z.boolean(),
  startAt: epochMs,
  endAt: z.optional(epochMs),
  audience: noticeAudience,
  version: z.string(),
  hash: z.string(),
  publishedAt: epochMs,
  /** The role that published it. */
  author: z.string(),
  readCount: z.int(),
  /** The language of the text; another than the requested one where there is no translation yet. */
  lang: z.string(),
  /** Of questions and answers (type 2) alone. */
  order: z.optional(z.int()),
  tags: z.optional(z.array(z.string())),
  helpfulYes: z.optional(z.int()),
  helpfulNo: z.optional(z.int()),
})
export type PublicNotice = z.output<typeof publicNotice>

export const noticeList = get('/swx/customer/notice/list/:type', {
  summary:
    'Notices: 1 of the platform, 2 questions and answers, 3 new features and changes of parameters; pinned ones first, then the newest.',
  request: z.object({ type: queryInt(1, 3), lang }),
  result: z.array(publicNotice),
  refusals: [],
})

export const currentNotices = get('/swx/customer/notice/current', {
  summary:
    'Notices to be shown to the caller now as a pop-up or in the bar: by date, language, country, account and whether signed in. What a customer read stays away.',
  request: z.object({ lang }),
  result: z.array(publicNotice),
  refusals: [],
})

export const noticeRead = post('/swx/customer/notice/read', {
  summary:
    'Marks a version of a notice as read by the caller, so that it opens on no other device; guests are counted.',
  request: z.object({ id: z.string().check(z.maxLength(64)), version: versionNo }),
  result: nothing,
  refusals: ['notFound'],
})
