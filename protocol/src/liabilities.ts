import * as z from 'zod/mini'
import { get } from './route.ts'
import { epochMs, nothing } from './shapes.ts'

/** Of an asset, smallest units as text: what customers own, what custody keeps, and the house's own coins; null where none is kept apart. */
const asset = z.object({
  asset: z.string(),
  scale: z.int(),
  owed: z.string(),
  custody: z.nullable(z.string()),
  own: z.nullable(z.string()),
})

/** What was owed to all customers at a moment, signed; how to check it lives in proofs/. */
const statement = z.looseObject({
  v: z.literal(1),
  origin: z.string(),
  epoch: z.int(),
  at: epochMs,
  /** The last entry of the ledger that counts. */
  entry: z.int(),
  depth: z.int(),
  leaves: z.int(),
  root: z.string(),
  assets: z.array(asset),
  simulated: z.boolean(),
  keyId: z.string(),
  signature: z.string(),
})
export type PublicLiabilities = z.output<typeof statement>

/** The statement's record in the log with its path to a signed head. */
const seal = z.nullable(
  z.looseObject({ record: z.looseObject({ seq: z.int() }), head: z.looseObject({ size: z.int() }) }),
)

export const publicLiabilities = get('/swx/customer/public/pol/latest', {
  summary:
    'What all customers together owned at a moment of the day, as the signed root of a tree of sums, beside what custody kept. Null before the first.',
  request: nothing,
  result: z.object({ statement: z.nullable(statement), seal }),
  refusals: [],
})

const sums = z.array(z.string())

export const liabilitiesProof = get('/swx/customer/user/pol/proof', {
  summary:
    "The customer's own balances in the newest proof of liabilities: leaves with the siblings on their way to the published root. Without leaves the customer owned nothing then.",
  signedIn: true,
  keys: 'read',
  request: nothing,
  result: z.object({
    v: z.literal(1),
    customerId: z.string(),
    statement,
    leaves: z.array(
      z.object({ index: z.int(), salt: z.string(), sums, path: z.array(z.object({ hash: z.string(), sums })) }),
    ),
    seal,
  }),
  refusals: ['notFound'],
})
