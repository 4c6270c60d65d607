import * as z from 'zod/mini'
import { get } from './route.ts'
import { id } from './shapes.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const nftImage = get('/swx/customer/nftImage/:hash', {
  summary: 'The image of a work by the SHA-256 of its bytes; it never changes.',
  request: z.object({ hash }),
  /** The response is the image itself, as image/svg+xml. */
  result: z.object({}),
  files: ['image/svg+xml'],
  refusals: ['notFound'],
})

export const nftRecords = get('/swx/customer/nft/:id/records', {
  summary:
    'Every signed record of a collectible with its place in the log: `npm run verify -- receipt` decides from them who won.',
  request: z.object({ id }),
  result: z.object({
    v: z.literal(1),
    collectibleId: id,
    records: z.array(z.object({ seq: z.int(), no: z.int(), body: z.string(), signature: z.string() })),
    /** Null until the log has sealed them all. */
    seals: z.nullable(z.object({ records: z.array(z.looseObject({ seq: z.int() })), head: z.looseObject({}) })),
  }),
  refusals: ['notFound'],
})

export const nftCertificate = get('/swx/customer/nft/:id/certificate', {
  summary:
    'The certificate of a work that the caller owns, as a PDF in the language of the call; of one that the caller owned, it says that the work was passed on.',
  signedIn: true,
  request: z.object({ id }),
  /** The response is the file itself, as application/pdf. */
  result: z.object({}),
  files: ['application/pdf'],
  refusals: ['notFound'],
})
