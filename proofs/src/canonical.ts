/** What a record is made of: text, whole numbers, yes or no, nothing, lists, and objects whose field order counts. */
export type Canonical =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [field: string]: Canonical }

/** Bytes of the UTF-8 form of a text. A RangeError for half a surrogate pair, because two such texts would share one form. */
function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    if (unit < 0x800) {
      bytes += 1
    } else if (unit < 0xd800 || unit > 0xdfff) {
      bytes += 2
    } else {
      const low = text.charCodeAt(at + 1)
      if (unit > 0xdbff || !(low >= 0xdc00 && low <= 0xdfff)) throw new RangeError('text with half a surrogate pair')
      // Two units became four bytes; the second unit is counted already.
      bytes += 2
      at += 1
    }
  }
  return bytes
}

/**
 * The one written form of a value, as text whose UTF-8 bytes are hashed and signed: `t<bytes>:<text>`, `i<digits>;`,
 * `b0;`, `b1;`, `n;`, `l<count>;<items>`, `o<count>;<name><value>…`. Every length stands before what it counts, so no two
 * values share a form: null is not "", "1" is not 1, and moving a character from one field to the next is another form.
 * Throws a RangeError for a number that is not a whole one within 2^53.
 */
export function canonical(value: Canonical): string {
  if (typeof value === 'string') return `t${utf8Length(value)}:${value}`
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new RangeError(`${value} is not a whole number`)
    return `i${value};`
  }
  if (typeof value === 'bigint') return `i${value};`
  if (value === null) return 'n;'
  if (typeof value === 'boolean') return value ? 'b1;' : 'b0;'
  if (isList(value)) return canonicalList(value)
  let text = ''
  let count = 0
  for (const [name, item] of Object.entries(value)) {
    text += canonical(name) + canonical(item)
    count += 1
  }
  return `o${count};${text}`
}

/** The written form of a list of fields in their order; the form of every record and of every signed message. */
export function canonicalList(items: readonly Canonical[]): string {
  let text = `l${items.length};`
  for (const item of items) text += canonical(item)
  return text
}

const isList = (value: object): value is readonly Canonical[] => Array.isArray(value)
