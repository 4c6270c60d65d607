import * as z from 'zod/mini'

/** Addresses as people write them: plain text values, no JSON quoting. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}

/** A text of an address; anything else in its place is as if it were not there. */
export const word = z.catch(z.optional(z.string()), undefined)

/** One of a few words of an address. */
export const oneOf = <const V extends readonly string[]>(values: V) => z.catch(z.optional(z.enum(values)), undefined)

/** What every table keeps in its address: order, columns, open row. */
export const tableSearch = { sort: word, cols: word, id: word }

/** A path of our own to go back to; an address of anybody else is none. */
export const ownPath = (text: string | undefined): string | undefined =>
  text !== undefined && /^\/(?![/\\])/.test(text) ? text : undefined
