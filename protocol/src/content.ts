import * as z from 'zod/mini'
import { get } from './route.ts'
import { epochMs, queryInt } from './shapes.ts'

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

/** The number of a version. */
export const versionNo = z.string().check(z.regex(/^[0-9]{1,9}$/))
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
  request: z.object({ id: z.string().check(z.maxLength(64)), lang, version: z.optional(versionNo) }),
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
  request: z.object({ id: z.string().check(z.maxLength(64)), lang, from: versionNo, to: z.optional(versionNo) }),
  result: z.object({
    from: z.string(),
    to: z.string(),
    /** Consecutive lines of one kind, in the order of the text. */
    parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
  }),
  refusals: ['notFound'],
})
