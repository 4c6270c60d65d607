import { apiCalls } from '@evenhand/protocol/api.ts'
import { priceFrameItem } from '@evenhand/protocol/price-frame.ts'
import { createComponents, usedSchemas, type Schema } from '../../server/src/kernel/http/reference/component-schemas.ts'
import { refusalsOf } from '../../server/src/kernel/http/reference/refusal-schemas.ts'

const quoted = (value: unknown): string => JSON.stringify(value)
const named = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never'

/** A schema as a type of TypeScript: what is not stated is `unknown`, never `any`. */
function typeOf(schema: Schema): string {
  const { $ref, enum: values, type } = schema as { $ref?: string; enum?: unknown[]; type?: string | string[] }
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if ('const' in schema) return quoted(schema['const'])
  if (values !== undefined) return union(values.map(quoted))
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices !== undefined) return union(choices.map(typeOf))
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  switch (type ?? '') {
    case 'object':
      return objectType(schema)
    case 'array':
      return arrayType(schema)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return String(type)
    default:
      return 'unknown'
  }
}

function objectType(schema: Schema): string {
  const required = new Set((schema['required'] ?? []) as string[])
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(
    ([name, type]) => `${named(name)}${required.has(name) ? '' : '?'}: ${typeOf(type)}`,
  )
  const more = schema['additionalProperties']
  if (typeof more !== 'object' || more === null) return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`
  const values = Object.keys(more).length === 0 ? 'unknown' : typeOf(more as Schema)
  const key = fields.length > 0 ? 'unknown' : values
  return `{ ${[...fields, `[name: string]: ${key}`].join('; ')} }`
}

function arrayType(schema: Schema): string {
  const fixed = schema['prefixItems'] as Schema[] | undefined
  if (fixed !== undefined) return `[${fixed.map(typeOf).join(', ')}]`
  return `(${typeOf((schema['items'] ?? {}) as Schema)})[]`
}

/**
 * The table of the calls and their types as one file of TypeScript, made of the protocol. Calls that only send or return a
 * file are left out: they are no JSON, and no key may make them.
 */
export function clientCalls(): string {
  const all = apiCalls().filter(
    ({ route }) => (route.files === undefined || route.keys !== undefined) && !route.path.endsWith('file/upload'),
  )
  const components = createComponents(all.map(({ route }) => route), { PriceFrameItem: priceFrameItem }) // prettier-ignore
  const nameOf = (schema: Parameters<typeof components.refOf>[0]): string => typeOf(components.refOf(schema))
  const calls = all.map(({ name, route }) => ({
    name,
    route,
    request: nameOf(route.request),
    result: nameOf(route.result),
  }))
  const roots = all.flatMap(({ route }) => [components.refOf(route.request), components.refOf(route.result)])
  const used = usedSchemas(components.schemas, [
    ...roots,
    { $ref: '#/components/schemas/SocketFrame' },
    { $ref: '#/components/schemas/PriceFrameItem' },
  ])
  const types = Object.entries(used).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  const typed = calls.map(
    ({ name, route, request, result }) =>
      `  /** ${route.summary.replaceAll('*/', '')} */\n  ${name}: { request: ${request}; result: ${result}; refusals: ${union(refusalsOf(route).map(quoted))} }`,
  )
  const rows = calls.map(
    ({ name, route }) => `  ${name}: [${[route.method, route.path, route.refusals.includes('keyReused')].map(quoted).join(', ')}],`,
  ) // prettier-ignore
  return [
    ...types,
    `export type Calls = {\n${typed.join('\n')}\n}`,
    'export type CallSpec = readonly [method: string, path: string, isKeyed: boolean]',
    `export const calls: Readonly<Record<keyof Calls, CallSpec>> = {\n${rows.join('\n')}\n}`,
    '',
  ].join('\n\n')
}
