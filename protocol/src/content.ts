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

export const listContents = get('/swx/customer/index/listContents/:type', {
  summary: 'Pages of the footer: 1 company, 2 policy, 3 statements.',
  request: z.object({ type: queryInt(1, 3), lang: z.optional(z.string()) }),
  result: z.array(contentItem),
  refusals: [],
})

export const getContentsById = get('/swx/customer/index/getContentsById/:id', {
  summary: 'One page with its text (Markdown) and the hash of this version.',
  request: z.object({ id: z.string().check(z.maxLength(64)), lang: z.optional(z.string()) }),
  result: z.extend(contentItem, { body: z.string(), hash: z.string() }),
  refusals: ['notFound'],
})

export const getParamByKey = get('/swx/customer/index/getParamByKey/:key', {
  summary: 'A public parameter; any other key is refused.',
  request: z.object({ key: z.string().check(z.maxLength(64)) }),
  result: z.unknown(),
  refusals: ['parameterUnknown'],
})

/** What `index/getParamByKey/social_links` answers: at most three, in the order of the footer; empty where none is set. */
export const socialLinks = z.array(z.object({ name: z.string(), url: z.string() })).check(z.maxLength(3))

/** What `index/getParamByKey/own_addresses` answers: every address that is ours, so that a look-alike can be recognized. */
export const officialAddresses = z.object({
  site: z.nullable(z.string()),
  mailsFrom: z.string(),
  repliesTo: z.nullable(z.string()),
})
export type OfficialAddresses = z.output<typeof officialAddresses>
