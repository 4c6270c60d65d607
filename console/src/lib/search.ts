import { assigneeFilters } from '@evenhand/protocol/case-filters.ts'
import type { RawSearch } from '@evenhand/ui/router.ts'
import * as z from 'zod/mini'

/** Reads an address's search by its fields; what is not among them is left out. */
export const searchOf =
  <S extends z.core.$ZodLooseShape>(fields: S) =>
  (raw: RawSearch): z.output<z.ZodMiniObject<S>> =>
    z.parse(z.object(fields), raw)

/** A text of an address; anything else in its place is as if it were not there. */
export const word = z.catch(z.optional(z.string()), undefined)

/** One of a few words of an address. */
export const oneOf = <const V extends readonly string[]>(values: V) => z.catch(z.optional(z.enum(values)), undefined)

/** What every table keeps in its address: order, columns, open row, whose cases (all without it). */
export const tableSearch = { sort: word, cols: word, id: word, who: oneOf(assigneeFilters) }

/** A path of our own to go back to; an address of anybody else is none. */
export const ownPath = (text: string | undefined): string | undefined =>
  text !== undefined && /^\/(?![/\\])/.test(text) ? text : undefined
