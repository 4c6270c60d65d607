import * as z from 'zod/mini'
import { get } from './route.ts'
import { epochMs, nothing } from './shapes.ts'
import { voidReasons } from './states.ts'

const adjustment = z.object({
  direction: z.enum(['inFavour', 'against']),
  asset: z.string(),
  count: z.int(),
  sum: z.string(),
})
const restriction = z.object({
  reason: z.string(),
  /** Begun in the last 30 days, and of these decided by two. */
  begun: z.int(),
  byTwo: z.int(),
  inForce: z.int(),
})
const downDay = z.object({
  /** UTC. */
  day: z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)),
  /** Seconds that were not recorded, so nothing was settled by them. */
  seconds: z.int(),
  /** Real orders that became void because of it, and their stakes, USDT. */
  voids: z.int(),
  stake: z.string(),
})

const voidGroup = z.object({
  code: z.string(),
  reason: z.enum(voidReasons),
  orders: z.int(),
  /** By the newest recorded price of the time in which they ran; of the others it is not known, or was the price of entry. */
  wouldHaveWon: z.int(),
  wouldHaveLost: z.int(),
  /** USDT. */
  stake: z.string(),
})

/** Counted from the records; each list with the SQL that counted it and the SHA-256 of that SQL. */
export const publicInterventions = get('/swx/customer/public/interventions', {
  summary:
    'What operators did to accounts, all adjustments and the restrictions of 30 days by reason, the downtime of 30 days with the stakes voided in it, and the void options of 30 days; counted from the records, with the SQL.',
  request: nothing,
  result: z.object({
    asOf: epochMs,
    adjustments: z.array(adjustment),
    restrictions: z.array(restriction),
    downtime: z.array(downDay),
    voids: z.array(voidGroup),
    queries: z.array(
      z.object({
        name: z.enum(['adjustments', 'restrictions', 'downtime', 'voids']),
        sql: z.string(),
        hash: z.string(),
      }),
    ),
  }),
  refusals: [],
})
