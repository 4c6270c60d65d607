import { wholeOf } from './provider/provider-json.ts'

/** A frame's fields where a provider writes its prices as text: numbers in it are only times and running numbers. */
export type Fields = { readonly [name: string]: unknown }

/** Whether a parsed value is an object of named fields: neither null nor a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a JSON object several times faster than `readJson`, which keeps the text of numbers. Prices must be taken from
 * text alone: a number among them has been through a double already. Undefined when it is no JSON object; never throws.
 */
export function readFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * A whole number that is no price, as a provider writes its times: as a number, or as a text of one. Undefined where it is
 * none, or unsafe.
 */
export function momentOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  return typeof value === 'string' ? wholeOf(value) : undefined
}
