import * as z from 'zod/mini'

/** Addresses as the specification writes them: plain text values, no JSON quoting, numbers stay text until a route reads them. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}

/** A whole number in an address; anything else becomes `otherwise`. */
export const wholeNumber = (otherwise: number) =>
  z.catch(z.pipe(z.union([z.number(), z.string()]), z.pipe(z.transform(Number), z.int())), otherwise)

/** A text in an address, absent when missing. */
export const optionalText = z.catch(z.optional(z.string()), undefined)
