import * as z from 'zod/mini'

/** Epoch milliseconds, UTC. */
export const epochMs = z.int().check(z.nonnegative())
/** A UUID in its canonical lower-case text. */
export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** An instrument's code: letters, digits and a few marks, as exchanges write them. */
export const code = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9._=-]{0,31}$/))
/** A kind of work of operators, as the domain that brings it names it. */
export const queueName = z.string().check(z.regex(/^[a-z][A-Za-z]{1,31}$/))
/** A whole number that arrives as text in a query. */
export const queryInt = (min: number, max: number) =>
  z.codec(z.string().check(z.regex(/^[0-9]{1,15}$/)), z.int().check(z.minimum(min), z.maximum(max)), {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  })
export const nothing = z.strictObject({})

/** A page of a list, as returned when `page` is requested. */
export const pageOf = <R extends z.ZodMiniType>(row: R) =>
  z.object({ rows: z.array(row), total: z.int(), page: z.int(), size: z.int() })
export const paging = { page: z.optional(queryInt(1, 100_000)), size: z.optional(queryInt(1, 100)) }
