import * as z from 'zod/mini'
import { langValues } from './languages.ts'
import { get, post } from './route.ts'
import { epochMs, nothing, queryInt } from './shapes.ts'
import { plain } from './written-text.ts'

export const contentItem = z.object({
  id: z.string(),
  title: z.string(),
  type: z.int().check(z.minimum(1), z.maximum(3)),
  slug: z.string(),
  link: z.optional(z.string()),
  updatedAt: epochMs,
  version: z.string(),
})

/** Legal and other texts of which every version stays readable; one published by operators takes two of them. */
export const legalSlugs = [
  'licence',
  'terms',
  'privacy',
  'cookies',
  'legal',
  'disclaimer',
  'risk',
  'advertising',
  'complaints',
] as const

/** Longest texts of the content of a language, in characters. */
export const contentLimits = { title: 120, summary: 300, keywords: 300, body: 60_000, remark: 500, query: 100 } as const

/** What questions and answers are about, in the order in which they stand. */
export const faqCategories = [
  'account',
  'security',
  'verification',
  'markets',
  'options',
  'contracts',
  'plans',
  'loans',
  'collectibles',
  'invites',
  'deposits',
  'withdrawals',
  'proof',
  'safeguards',
  'complaints',
] as const

const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/))
const version = z.string().check(z.regex(/^[0-9]{1,9}$/))
const lang = z.optional(z.string())

export const listContents = get('/swx/customer/index/listContents/:type', {
  summary:
    'Pages and links of the footer, in its order: 1 company, 2 policy, 3 statements. An item with `link` leads there instead of to a page of its own.',
  request: z.object({ type: queryInt(1, 3), lang }),
  result: z.array(contentItem),
  refusals: [],
})

const contentDetail = z.extend(contentItem, { body: z.string(), hash: z.string() })
export const getContentsById = get('/swx/customer/index/getContentsById/:id', {
  summary:
    'One page with its text (Markdown) and the SHA-256 of its body; of a legal text also an earlier version, by its number.',
  request: z.object({ id: z.string().check(z.maxLength(64)), lang, version: z.optional(version) }),
  result: contentDetail,
  refusals: ['notFound'],
})
export type ContentDetail = z.output<typeof contentDetail>

export const contentVersions = get('/swx/customer/index/contentVersions/:id', {
  summary: 'Every version of a legal text in the language of the caller, the newest first.',
  request: z.object({ id: z.string().check(z.maxLength(64)), lang }),
  result: z.array(z.object({ version: z.string(), title: z.string(), updatedAt: epochMs, hash: z.string() })),
  refusals: ['notFound'],
})

export const contentChanges = get('/swx/customer/index/contentChanges/:id', {
  summary:
    'What changed between two versions of a legal text, line by line; `to` is the version in force where left out.',
  request: z.object({ id: z.string().check(z.maxLength(64)), lang, from: version, to: z.optional(version) }),
  result: z.object({
    from: z.string(),
    to: z.string(),
    /** Consecutive lines of one kind, in the order of the text. */
    parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
  }),
  refusals: ['notFound'],
})

const faqEntry = z.object({
  slug: z.string(),
  category: z.string(),
  question: z.string(),
  /** Markdown. */
  body: z.string(),
  /** The path of the screen the entry belongs to. */
  screen: z.optional(z.string()),
  updatedAt: epochMs,
  version: z.string(),
  hash: z.string(),
  /** The language of the text; another than the requested one where there is no translation yet. */
  lang: z.string(),
})
export type FaqEntry = z.output<typeof faqEntry>

export const listFaq = get('/swx/customer/index/listFaq', {
  summary:
    'Questions and answers: all in their order, or those that match the words of `q`, the best first (at most 20); `cat` keeps one category, `screen` those of one screen.',
  request: z.object({
    q: z.optional(z.string().check(z.maxLength(contentLimits.query))),
    cat: z.optional(z.string().check(z.maxLength(40))),
    screen: z.optional(z.string().check(z.maxLength(100))),
    lang,
  }),
  result: z.array(faqEntry),
  refusals: [],
})

export const faqFeedback = post('/swx/customer/index/faqFeedback', {
  summary:
    'Whether an answer is still correct, from guests as well; the last word of a person on a version counts, once.',
  request: z.object({
    slug,
    version,
    lang: z.enum(langValues as readonly [string, ...string[]]),
    helpful: z.boolean(),
    remark: z.optional(z.string().check(z.maxLength(contentLimits.remark), plain)),
  }),
  result: nothing,
  refusals: ['notFound'],
})

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
  request: z.object({ id: z.string().check(z.maxLength(64)), version }),
  result: nothing,
  refusals: ['notFound'],
})

export const getParamByKey = get('/swx/customer/index/getParamByKey/:key', {
  summary: 'A public parameter; any other key is refused.',
  request: z.object({ key: z.string().check(z.maxLength(64)) }),
  result: z.unknown(),
  refusals: ['parameterUnknown'],
})

/** The result of `index/getParamByKey/social_links`: at most three, in the order of the footer; empty where none is set. */
export const socialLinks = z.array(z.object({ name: z.string(), url: z.string() })).check(z.maxLength(3))

/** The result of `index/getParamByKey/own_addresses`: every address that is ours, so that a look-alike can be recognized. */
export const officialAddresses = z.object({
  site: z.nullable(z.string()),
  mailsFrom: z.string(),
  repliesTo: z.nullable(z.string()),
})
export type OfficialAddresses = z.output<typeof officialAddresses>
