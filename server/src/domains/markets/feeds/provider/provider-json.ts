/** JSON whose numbers are kept as the text they were written in, so that no price ever passes through a double. */
export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }
export type JsonObject = { readonly [name: string]: Json | undefined }

type WithSource = (key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: WithSource) => Json

/**
 * Reads JSON; numbers become decimal text exactly as written, with an exponent written out. Undefined when it is not JSON.
 */
export function readJson(text: string): Json | undefined {
  try {
    return parse(text, (_key, value, { source }) => (typeof value === 'number' ? plainDecimal(source ?? '') : value))
  } catch {
    return undefined
  }
}

/** Whether what a provider sent is an object: neither null nor a list; false where it is missing. */
export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
/** Whether it is a list; false where it is missing. */
export const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json)
/** Whether it is a string; false where it is missing. */
export const isText = (json: Json | undefined): json is string => typeof json === 'string'

const scientific = /^(-?)([0-9]{1,40})(?:\.([0-9]{1,40}))?[eE]([+-]?[0-9]{1,2})$/
/** A number of JSON without its exponent: 1.2e-7 → 0.00000012. What is too long to be a price stays as it is, and is refused later. */
function plainDecimal(source: string): string {
  const found = scientific.exec(source)
  if (found === null) return source
  const [, sign = '', whole = '', fraction = '', power = '0'] = found
  const digits = whole + fraction
  const point = whole.length + Number.parseInt(power, 10)
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const left = padded.slice(0, at).replace(/^0+(?=[0-9])/, '')
  const right = padded.slice(at)
  return `${sign}${left}${right === '' ? '' : `.${right}`}`
}

/** A whole number that is no price (a time, a running number), from its text; undefined where it is none or unsafe. */
export function wholeOf(json: Json | undefined): number | undefined {
  if (typeof json !== 'string' || !/^[0-9]{1,16}$/.test(json)) return undefined
  const value = Number.parseInt(json, 10)
  return Number.isSafeInteger(value) ? value : undefined
}
