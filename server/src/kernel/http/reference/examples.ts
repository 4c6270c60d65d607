import type { Schema } from './component-schemas.ts'

/** What a property of this name usually holds; taken where its schema allows it. */
const byName: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['account', 'amy'],
  ['username', 'amy'],
  ['email', 'amy@example.com'],
  ['to', 'amy@example.com'],
  ['password', 'amy-tries-things'],
  ['lang', 'en'],
  ['country', 'DE'],
  ['code', 'BTCUSDT'],
  ['direction', 'UP'],
  ['limitTime', 60],
  ['amount', '10.00'],
  ['stake', '10.000000'],
  ['price', '52100.00'],
  ['payoutRate', '0.94'],
  ['orderNo', 'O-7K2M-9QXD'],
  ['type', 2],
  ['interval', '1m'],
  ['day', '2026-09-25'],
  ['month', '2026-08'],
  ['page', 1],
  ['size', 20],
])

/** Texts of the forms that the protocol knows; the first that fits a pattern is taken. */
const texts = [
  '10.00', 'BTCUSDT', '01996ea8-32a4-7bd3-9f0e-5c1f2b7d4e61', '2026-09-25', '2026-08', '123456', 'en', 'amy@example.com', 'amy',
  '7f'.repeat(32), 'A'.repeat(43), 'A'.repeat(87), 'A'.repeat(22), '7f'.repeat(16), '1234', 'C000123', '08:00', 'Amy', '60', '1', 'DE', 'EH-2026-000123', 'USDT', '+49 30 123456', 'https://example.com/',
] // prettier-ignore

type Sources = Readonly<Record<string, Schema>>
const maxDepth = 8
/** The name of the property that is filled, and how deep it stands. */
type At = { readonly name?: string; readonly depth?: number }

/**
 * An example of a schema, the same at every run: what is required, and of lists one entry. Undefined where no text of ours
 * fits a pattern, since a wrong example is worse than none.
 */
export function exampleOf(schema: Schema, schemas: Sources, at: At = {}): unknown {
  const { name = '', depth = 0 } = at
  const { $ref, const: constant, enum: values } = schema as { $ref?: string; const?: unknown; enum?: unknown[] }
  if (depth > maxDepth) return undefined
  if ($ref !== undefined) return exampleOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, schemas, at)
  if (constant !== undefined) return constant
  const usual = byName.get(name)
  if (values !== undefined) return values.includes(usual) ? usual : values[0]
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices !== undefined) return choices.map((one) => exampleOf(one, schemas, at)).find((one) => one !== undefined)
  const types = schema['type']
  switch (Array.isArray(types) ? (types as unknown[])[0] : types) {
    case 'object':
      return objectExample(schema, schemas, depth)
    case 'array':
      return arrayExample(schema, schemas, { name, depth })
    case 'string':
      return textExample(schema, usual)
    case 'integer':
    case 'number':
      return numberExample(schema, name, usual)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return undefined
  }
}

function objectExample(schema: Schema, schemas: Sources, depth: number): Record<string, unknown> | undefined {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const example: Record<string, unknown> = {}
  for (const name of (schema['required'] ?? []) as string[]) {
    const value = exampleOf(properties[name] ?? {}, schemas, { name, depth: depth + 1 })
    if (value === undefined) return undefined
    example[name] = value
  }
  return example
}

function arrayExample(schema: Schema, schemas: Sources, { name, depth }: { name: string; depth: number }) {
  const fixed = schema['prefixItems'] as Schema[] | undefined
  if (fixed !== undefined) {
    const entries = fixed.map((one) => exampleOf(one, schemas, { depth: depth + 1 }))
    return entries.includes(undefined) ? undefined : entries
  }
  const one = exampleOf((schema['items'] ?? {}) as Schema, schemas, { name: name.replace(/s$/, ''), depth: depth + 1 })
  const min = Number(schema['minItems'] ?? 0)
  if (one === undefined) return min === 0 ? [] : undefined
  return Array.from({ length: Math.max(1, min) }, () => one)
}

function textExample(schema: Schema, usual: unknown): string | undefined {
  const [min, max] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? Infinity)]
  const patterns = [schema['pattern'], ...((schema['allOf'] ?? []) as Schema[]).map(({ pattern }) => pattern)]
  const forms = patterns.filter((one) => typeof one === 'string').map((one) => new RegExp(one))
  const candidates = [...(typeof usual === 'string' ? [usual] : []), ...(forms.length === 0 ? ['text'] : []), ...texts]
  return candidates.find((text) => text.length >= min && text.length <= max && forms.every((form) => form.test(text)))
}

/** A time where the name shows it, since most numbers of the protocol are times in milliseconds. */
function numberExample(schema: Schema, name: string, usual: unknown): number {
  const [min, max] = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? Infinity)]
  const moment = 1_790_000_000_000
  const wanted = typeof usual === 'number' ? usual : /(?:At|Time|^ts|^from|^until)$/.test(name) ? moment : 1
  return Math.min(Math.max(wanted, min), max)
}
