import type { Finding } from './findings.ts'
import type { Written } from './strict-json.ts'

/** What a path in a document may hold. Fields of an object stand in this order, all of them, and no others. */
export type Shape =
  | { readonly fields: readonly (readonly [name: string, shape: Shape])[] }
  | { readonly list: Shape }
  | { readonly row: readonly Shape[] }
  | { readonly nullable: Shape }
  | { readonly text: RegExp }
  | 'whole'
  | 'yesNo'
  /** Any value: another check covers it. */
  | 'any'

const whole = /^(?:0|[1-9][0-9]{0,15})$/

/** Compares what was written with the shape and names every path that differs. */
export function compareShape(written: Written, shape: Shape, at: string): Finding[] {
  const malformed: Finding[] = [{ is: 'malformed', at: at === '' ? '/' : at }]
  if (shape === 'any') return []
  if (shape === 'whole') {
    return written.kind === 'number' && whole.test(written.raw) && Number.isSafeInteger(Number(written.raw))
      ? []
      : malformed
  }
  if (shape === 'yesNo') return written.kind === 'word' && written.value !== null ? [] : malformed
  if ('text' in shape) {
    // How a text is escaped is the writing program's habit; its value is what counts.
    return written.kind === 'text' && shape.text.test(written.value) ? [] : malformed
  }
  if ('nullable' in shape) {
    return written.kind === 'word' && written.value === null ? [] : compareShape(written, shape.nullable, at)
  }
  if ('fields' in shape) return written.kind === 'object' ? compareFields(written, shape.fields, at) : malformed
  if (written.kind !== 'list') return malformed
  if ('list' in shape) return written.items.flatMap((item, index) => compareShape(item, shape.list, `${at}[${index}]`))
  if (written.items.length !== shape.row.length) return malformed
  return written.items.flatMap((item, index) => compareShape(item, shape.row[index] as Shape, `${at}[${index}]`))
}

type Fields = Extract<Shape, { fields: unknown }>['fields']

function compareFields(written: Extract<Written, { kind: 'object' }>, fields: Fields, at: string): Finding[] {
  const path = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const found: Finding[] = []
  const seen = new Set<string>()
  for (const { name } of written.fields) {
    if (!fields.some(([known]) => known === name)) found.push({ is: 'added', at: path(name) })
    else if (seen.has(name)) found.push({ is: 'repeated', at: path(name) })
    seen.add(name)
  }
  for (const [name] of fields) if (!seen.has(name)) found.push({ is: 'missing', at: path(name) })
  if (found.length === 0) {
    const moved = fields.findIndex(([name], index) => written.fields[index]?.name !== name)
    if (moved >= 0) {
      found.push({
        is: 'reordered',
        at: path(written.fields[moved]?.name ?? ''),
        expected: path(fields[moved]?.[0] ?? ''),
      })
    }
  }
  const inner = fields.flatMap(([name, shape]) => {
    const field = written.fields.find((each) => each.name === name)
    return field === undefined ? [] : compareShape(field.value, shape, path(name))
  })
  return [...found, ...inner]
}
