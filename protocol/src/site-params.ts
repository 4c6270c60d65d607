import * as z from 'zod/mini'
import { get } from './route.ts'

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
