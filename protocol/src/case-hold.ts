import * as z from 'zod/mini'
import { epochMs } from './shapes.ts'

/** YYYY-MM-DD of this century. */
export const reviewDay = z.string().check(z.regex(/^20[0-9]{2}-[01][0-9]-[0-3][0-9]$/))

/** A legal hold in force, as it stands in every case of its customer that an operator opens. */
export const legalHold = z.object({
  reference: z.string(),
  /** False where the order forbids that the customer is notified: then nothing an operator writes may disclose it. */
  tell: z.boolean(),
  laidAt: epochMs,
  /** The day of its review, in UTC. */
  reviewOn: reviewDay,
  overdue: z.boolean(),
})
export type LegalHold = z.output<typeof legalHold>

/**
 * What the results of operators' calls about a customer carry: his legal hold, null where there is none. The server adds it
 * to every result that has this field and names a customer.
 */
export const caseHold = { legalHold: z.optional(z.nullable(legalHold)) }
