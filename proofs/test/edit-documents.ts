/** One way to tamper with a document: what was done, where, and the text that came of it. */
export type Edit = { what: 'change' | 'remove' | 'add' | 'repeat' | 'swap'; at: string; text: string }

type Field = readonly [name: string, value: unknown]
type Location = { at: string; write: (inner: string) => string }

const fieldText = ([name, value]: Field): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`
const objectText = (fields: readonly string[]): string => `{${fields.join(',')}}`
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Another value of the same kind, as text: the nearest a careful forger would write. */
function otherValues(value: unknown): string[] {
  if (typeof value === 'number') return [String(value + 1), JSON.stringify(String(value))]
  if (typeof value === 'boolean') return [String(!value)]
  if (value === null) return ['0', '""', '"x"']
  const text = value as string
  const at = text.search(/[0-9a-z](?=[^0-9a-z]*$)/i)
  const digit = text.at(at) ?? ''
  const next =
    digit === '0'
      ? '1'
      : digit === '9'
        ? '8'
        : /[0-9]/.test(digit)
          ? String(Number(digit) + 1)
          : digit === 'a'
            ? 'b'
            : 'a'
  return [JSON.stringify(text.slice(0, at) + next + text.slice(at + 1)), JSON.stringify(`${text}0`), 'null']
}

/** Every single change to every value, every field or item removed, doubled or added, and every two neighbours and ends swapped. */
export function edits(document: unknown): Edit[] {
  const found: Edit[] = []
  walk(document, { at: '', write: (inner) => inner }, found)
  return found
}

function walk(value: unknown, location: Location, found: Edit[]): void {
  if (Array.isArray(value)) return walkList(value, location, found)
  if (isObject(value)) return walkObject(value, location, found)
  for (const other of otherValues(value)) found.push({ what: 'change', at: location.at, text: location.write(other) })
}

function walkObject(value: object, { at, write }: Location, found: Edit[]): void {
  const fields: readonly Field[] = Object.entries(value)
  const texts = fields.map(fieldText)
  const name = (field: string): string => (at === '' ? field : `${at}.${field}`)
  const add = (what: Edit['what'], field: string, parts: readonly string[]): void => {
    found.push({ what, at: name(field), text: write(objectText(parts)) })
  }
  add('add', 'extra', [...texts, '"extra":1'])
  fields.forEach(([field, inner], index) => {
    add('remove', field, texts.toSpliced(index, 1))
    add('repeat', field, [...texts, texts[index] ?? ''])
    for (let other = index + 1; other < fields.length; other += 1) {
      const swapped = texts.with(index, texts[other] ?? '').with(other, texts[index] ?? '')
      add('swap', fields[other]?.[0] ?? '', swapped)
    }
    walk(
      inner,
      { at: name(field), write: (text) => write(objectText(texts.with(index, `${JSON.stringify(field)}:${text}`))) },
      found,
    )
  })
}

function walkList(items: readonly unknown[], { at, write }: Location, found: Edit[]): void {
  const texts = items.map((item) => JSON.stringify(item))
  const add = (what: Edit['what'], parts: readonly string[]): void => {
    found.push({ what, at, text: write(`[${parts.join(',')}]`) })
  }
  add('add', [...texts, texts[0] ?? '"extra"'])
  texts.forEach((text, index) => {
    add('remove', texts.toSpliced(index, 1))
    const next = texts[index + 1]
    if (next !== undefined && next !== text) add('swap', texts.with(index, next).with(index + 1, text))
    walk(
      items[index],
      { at: `${at}[${index}]`, write: (inner) => write(`[${texts.with(index, inner).join(',')}]`) },
      found,
    )
  })
}
