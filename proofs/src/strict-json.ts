/** JSON as it was written: field order and repeated fields are kept, numbers and texts as their characters stood. */
export type Written =
  | { readonly kind: 'object'; readonly fields: readonly { readonly name: string; readonly value: Written }[] }
  | { readonly kind: 'list'; readonly items: readonly Written[] }
  | { readonly kind: 'text'; readonly value: string; readonly raw: string }
  | { readonly kind: 'number'; readonly raw: string }
  | { readonly kind: 'word'; readonly value: boolean | null }

const space = /[ \t\n\r]*/y
const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const word = /true|false|null/y
const words = { true: true, false: false, null: null } as const
const deepest = 40

/**
 * Reads JSON without losing what JSON.parse forgets. Throws a SyntaxError for anything that is not one JSON value (RFC
 * 8259), or is nested more than 40 levels deep.
 */
export function readWritten(source: string): Written {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const skip = (): void => void take(space)
  const fail = (): never => {
    throw new SyntaxError(`not JSON at character ${at}`)
  }
  const expect = (sign: string): void => {
    if (source[at] !== sign) fail()
    at += 1
  }
  const separated = (end: string, read: () => void): void => {
    at += 1
    skip()
    for (let first = true; source[at] !== end; first = false) {
      if (!first) expect(',')
      skip()
      read()
      skip()
    }
    at += 1
  }
  const readText = (): { kind: 'text'; value: string; raw: string } => {
    const raw = take(text) ?? fail()
    return { kind: 'text', value: JSON.parse(raw) as string, raw }
  }
  const readValue = (depth: number): Written => {
    if (depth > deepest) fail()
    if (source[at] === '{') {
      const fields: { name: string; value: Written }[] = []
      separated('}', () => {
        const name = readText().value
        skip()
        expect(':')
        skip()
        fields.push({ name, value: readValue(depth + 1) })
      })
      return { kind: 'object', fields }
    }
    if (source[at] === '[') {
      const items: Written[] = []
      separated(']', () => items.push(readValue(depth + 1)))
      return { kind: 'list', items }
    }
    if (source[at] === '"') return readText()
    const named = take(word)
    if (named !== undefined) return { kind: 'word', value: words[named as keyof typeof words] }
    return { kind: 'number', raw: take(number) ?? fail() }
  }
  skip()
  const value = readValue(0)
  skip()
  if (at !== source.length) fail()
  return value
}

/** The plain value of what was written; a repeated field keeps its first value. */
export function plainOf(written: Written): unknown {
  if (written.kind === 'object') {
    const object: Record<string, unknown> = {}
    for (const { name, value } of written.fields) if (!Object.hasOwn(object, name)) object[name] = plainOf(value)
    return object
  }
  if (written.kind === 'list') return written.items.map(plainOf)
  if (written.kind === 'number') return Number(written.raw)
  return written.value
}
