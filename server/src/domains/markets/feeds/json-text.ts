/** A JSON value in which every number is the text it was written as, because a price must not pass through a float. */
export type JsonText = string | boolean | null | readonly JsonText[] | JsonFields
export type JsonFields = { readonly [name: string]: JsonText | undefined }

/** Longest number that is read: a price of 18 whole digits and as many decimals fits, a page of digits does not. */
const longestNumber = 40
const exponent = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?\d{1,3})$/
/** A price of 10^-30 or 10^30 is nobody's price; text that long is left unreadable. */
const largestShift = 30

/**
 * One provider's frame as JSON with its numbers as text: 1.10 stays "1.10", and what was written with an exponent is
 * written out exactly ("5.0E-7" becomes "0.00000050"). Returns undefined for what is not JSON, and for numbers too long
 * to be anything a provider means. Never throws, whatever the text and however deep.
 */
export function readJson(text: string): JsonText | undefined {
  try {
    return JSON.parse(text, keepText) as JsonText
  } catch {
    return undefined
  }
}

/** The third argument is of the language since 2025 and of Node since 21; the compiler's library does not know it yet. */
function keepText(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value
  const written = context?.source
  if (written === undefined) throw new Error('This runtime does not keep the text of numbers')
  return plainDecimal(written)
}

/** A JSON number as plain decimal text of the same value. Throws a RangeError when that would be absurdly long. */
function plainDecimal(written: string): string {
  if (written.length > longestNumber) throw new RangeError('A number too long')
  const parts = exponent.exec(written)
  if (parts === null) return written
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts
  const shift = Number(power)
  if (shift > largestShift || shift < -largestShift) throw new RangeError('A number too far from one')
  const point = whole.length + shift
  const digits = (whole + fraction).padEnd(point, '0')
  const before = point > 0 ? digits.slice(0, point).replace(/^0+(?=\d)/, '') : '0'
  const after = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits
  return `${sign}${before}${after === '' ? '' : `.${after}`}`
}

/** The fields of an object, or undefined for anything else. */
export const fieldsOf = (value: JsonText | undefined): JsonFields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : undefined

/** The entries of a list; empty for anything else. */
export const listOf = (value: JsonText | undefined): readonly JsonText[] =>
  Array.isArray(value) ? (value as readonly JsonText[]) : []

/** Text or a number's text that is not empty; undefined for anything else. */
export const textOf = (value: JsonText | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const whole = /^\d{1,15}$/

/** A whole number that is not negative and fits exactly, for times and running numbers; undefined for anything else. */
export const wholeOf = (value: JsonText | undefined): number | undefined =>
  typeof value === 'string' && whole.test(value) ? Number(value) : undefined
