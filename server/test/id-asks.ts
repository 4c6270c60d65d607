import { randomUUID } from 'node:crypto'
import type { Route } from '@evenhand/protocol/route.ts'
import * as z from 'zod/mini'

type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  pattern?: string
  minLength?: number
  minimum?: number
  minItems?: number
  items?: Schema
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  default?: unknown
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isId = (schema: Schema): boolean =>
  (schema.pattern !== undefined && schema.pattern === uuid.source) || (schema.anyOf ?? []).some(isId)

/** A value that has the form of a schema and nothing else to it. */
function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {})
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 0, 0)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}))
  if (schema.type === 'object') return sampleObject(schema)
  if (isId(schema)) return randomUUID()
  const fits = (text: string): boolean => schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text)
  const tries = ['BTCUSDT', '1', 'abcdef', 'a'.repeat(schema.minLength ?? 1)]
  return tries.find((text) => text.length >= (schema.minLength ?? 0) && fits(text)) ?? 'x'
}

const sampleObject = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))

/** A request of the right form for a route, with nothing else to it: where it goes and what it carries. */
export function sampleAsk(route: Route): { path: string; body: object | undefined } {
  const schema = z.toJSONSchema(route.ask as never, { io: 'input', unrepresentable: 'any' }) as Schema
  const { url, body } = addressOf(route, sampleObject(schema))
  return { path: url, body }
}

/** A field of a route that takes the id of something, and an ask of the route with an id in it. */
export type IdField = { route: Route; name: string; field: string; askWith(id: string): Record<string, unknown> }

/**
 * Every field of the routes that takes ids, by what their schemas say: whoever adds a route adds it here. `examples` give
 * what has to stand beside an id, by the name of the route or of route and field, where a value of the right form alone is
 * not taken.
 */
export function idFields(routes: readonly Route[], examples: Readonly<Record<string, object>>): IdField[] {
  return routes.flatMap((route) => {
    if (route.signedIn !== true) return []
    const schema = z.toJSONSchema(route.ask as never, { io: 'input', unrepresentable: 'any' }) as Schema
    const name = `${route.method} ${route.path.replace('/swx/customer/', '')}`
    return Object.entries(schema.properties ?? {}).flatMap(([field, of]): IdField[] => {
      const isMany = of.type === 'array' && isId(of.items ?? {})
      if (!isMany && !isId(of)) return []
      const beside = { ...sampleObject(schema), ...examples[name], ...examples[`${name} ${field}`] }
      return [{ route, name, field, askWith: (id) => ({ ...beside, [field]: isMany ? [id] : id }) }]
    })
  })
}

/** Where and with what a route is called: what is in its path goes there. */
export function addressOf({ method, path }: Route, ask: Readonly<Record<string, unknown>>) {
  const left = { ...ask }
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(left[name])
    delete left[name]
    return encodeURIComponent(value)
  })
  if (method === 'POST' || method === 'PUT') return { url, body: left }
  const query = new URLSearchParams(
    Object.entries(left).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return { url: query.size === 0 ? url : `${url}?${query.toString()}`, body: undefined }
}
