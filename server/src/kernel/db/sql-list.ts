/** What stands in a list without quotes or escapes: numbers, ids, keys of letters, digits, - and _; bytes; times; nothing. */
export type ListItem = bigint | number | string | Buffer | Date | null

const plain = /^[\w-]+$/

/**
 * A list as PostgreSQL reads arrays, in a tenth of the time that the driver takes, which inspects every item for what it
 * might have to escape. Throws on a text that would need it.
 */
export function sqlList(items: readonly ListItem[]): string {
  let text = ''
  for (const item of items) {
    if (text !== '') text += ','
    if (item === null) text += 'NULL'
    else if (typeof item === 'string') {
      if (!plain.test(item)) throw new TypeError('a text that needs escapes is no item of a plain list')
      text += `"${item}"`
    } else if (Buffer.isBuffer(item)) text += `"\\\\x${item.toString('hex')}"`
    else if (typeof item === 'object') text += `"${item.toISOString()}"`
    else text += item
  }
  return `{${text}}`
}

/** The items of an array of numbers, ids or nulls that PostgreSQL returned as text. */
export const fromSqlList = (text: string | null): (string | null)[] =>
  text === null || text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : item))
