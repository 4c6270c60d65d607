import * as z from 'zod/mini'
import { contentLimits, versionNo } from './content.ts'
import { langValues } from './languages.ts'
import { get, post } from './route.ts'
import { epochMs, nothing } from './shapes.ts'
import { plain } from './written-text.ts'

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
    lang: z.optional(z.string()),
  }),
  result: z.array(faqEntry),
  refusals: [],
})

export const faqFeedback = post('/swx/customer/index/faqFeedback', {
  summary:
    'Whether an answer is still correct, from guests as well; the last word of a person on a version counts, once.',
  request: z.object({
    slug,
    version: versionNo,
    lang: z.enum(langValues as readonly [string, ...string[]]),
    helpful: z.boolean(),
    remark: z.optional(z.string().check(z.maxLength(contentLimits.remark), plain)),
  }),
  result: nothing,
  refusals: ['notFound'],
})
