import { api, apiCalls } from '@evenhand/protocol/api.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import * as z from 'zod/mini'

/** A JSON Schema (2020-12), as OpenAPI 3.1 and AsyncAPI 3 take it. */
export type Schema = { readonly [name: string]: unknown }
type Registry = z.core.$ZodRegistry<{ id: string }>

const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const refTo = (name: string): string => `#/components/schemas/${name}`
const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** What a call is called in documents and clients, and the domain it stands under. */
export type Named = { readonly domain: string; readonly name: string }

const named = new Map(apiCalls().map(({ domain, name, route }) => [route, { domain, name }]))

/**
 * The name of a route: that of its export. A route that the protocol does not list, as an added module may bring, is named
 * after its path.
 */
export function nameOf(route: Route): Named {
  const words = route.path.replace(/^\/swx\/customer/, '').match(/[A-Za-z0-9]+/g) ?? []
  const joined = words.map((word, index) => (index === 0 ? word : typeName(word))).join('')
  return named.get(route) ?? { domain: words[0] ?? 'other', name: route.method.toLowerCase() + typeName(joined) }
}

/** Every schema that the protocol exports, under the name of its export. */
function exportedSchemas(): Registry {
  const registry: Registry = z.registry()
  for (const exported of Object.values(api))
    for (const [name, value] of Object.entries(exported))
      if (isSchema(value) && !registry.has(value)) registry.add(value, { id: typeName(name) })
  return registry
}

/** Safe integers need no bounds of their own. A number that a query carries as text is a number to who writes a client: both are written alike. */
export const override = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: Record<string, unknown>
}) => {
  for (const bound of ['minimum', 'maximum'])
    if (Math.abs(Number(jsonSchema[bound])) === Number.MAX_SAFE_INTEGER) delete jsonSchema[bound]
  const { def } = zodSchema._zod
  if (def.type !== 'pipe' || def.out._zod.def.type !== 'number') return
  for (const name of Object.keys(jsonSchema)) delete jsonSchema[name]
  const { $schema: _dialect, ...number } = z.toJSONSchema(def.out) as Record<string, unknown>
  Object.assign(jsonSchema, number)
}

const amountForm = /^\^\(\?:0\|\[1-9\]\[0-9\]\{0,17\}\)\(\?:\\\.\[0-9\]\{1,(\d+)\}\)\?\$$/

/**
 * Schemas by the names they have in a document, on the wire's side of their codecs. A request or result without a name
 * of its own is named after its call; an amount after how many decimals it may have.
 */
export function createComponents(routes: readonly Route[], more: Readonly<Record<string, z.ZodMiniType>> = {}) {
  const registry = exportedSchemas()
  const names = new Map<z.ZodMiniType, string>()
  const add = (schema: z.ZodMiniType, name: string): void => {
    if (!registry.has(schema)) registry.add(schema, { id: name })
    names.set(schema, registry.get(schema)?.id ?? name)
  }
  for (const [name, schema] of Object.entries(more)) add(schema, name)
  for (const route of routes) {
    const { name } = nameOf(route)
    add(route.request, `${typeName(name)}Request`)
    add(route.result, `${typeName(name)}Result`)
  }
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io: 'input', unrepresentable: 'any', override })
  const amounts: Record<string, Schema> = {}
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    const { $schema: _dialect, $id: _id, ...schema } = value as Record<string, unknown>
    const decimals = amountForm.exec(String(schema['pattern']))?.[1]
    if (decimals === undefined) return Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, plain(one)]))
    const id = `Amount${decimals}`
    amounts[id] = { ...schema, description: `A decimal text with at most ${decimals} decimals, never a number.` }
    return { $ref: refTo(id) }
  }
  const all = plain(schemas) as Record<string, Schema>
  return {
    schemas: { ...all, ...amounts } as Record<string, Schema>,
    refOf: (schema: z.ZodMiniType): Schema => ({ $ref: refTo(registry.get(schema)?.id ?? '') }),
    /** The schema itself, for what is taken apart into parameters. */
    inline: (schema: z.ZodMiniType): Schema => all[names.get(schema) ?? ''] ?? {},
  }
}
export type Components = ReturnType<typeof createComponents>

/** Of these components those that something in a document refers to, directly or through another. */
export function usedSchemas(schemas: Readonly<Record<string, Schema>>, from: unknown): Record<string, Schema> {
  const used = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name] ?? {})
    }
  }
  follow(from)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))) // prettier-ignore
}
