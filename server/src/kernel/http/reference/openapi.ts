import { aboutDomains } from '@evenhand/protocol/api.ts'
import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import type { Mounted } from '../http.ts'
import { createComponents, nameOf, usedSchemas, type Schema } from './component-schemas.ts'
import { aboutApi } from './about-api.ts'
import { operationOf } from './operations.ts'
import { refusalRef, refusalSchemas } from './refusal-schemas.ts'

export type ReferenceParams = {
  routes: readonly Mounted[]
  /** Where the installation is reached; the document's own origin where left out. */
  publicUrl?: string | undefined
  /** How many calls one caller may make in how long. */
  rate: { readonly max: number; readonly perMs: number }
}

/** The OpenAPI 3.1 document of these routes, generated from their codecs: there is no second list to fall behind. */
export function openApiOf({ routes, publicUrl, rate }: ReferenceParams): object {
  const components = createComponents(routes.map(({ route }) => route))
  const schemas: Record<string, Schema> = { ...components.schemas, ...refusalSchemas() }
  const paths: Record<string, Record<string, object>> = {}
  for (const mounted of routes) {
    const path = mounted.route.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [mounted.route.method.toLowerCase()]: operationOf(mounted, { components, schemas }),
    }
  }
  const tags = new Set(routes.map(({ route }) => nameOf(route).domain))
  const about = aboutDomains as Readonly<Record<string, string>>
  const shared = { responses: responses(), parameters: parameters() }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evenhand customer API',
      version: '1',
      description: aboutApi(rate),
      license: { name: 'For customers of the installation, under its terms', url: `${publicUrl ?? ''}/terms` },
    },
    servers: [{ url: publicUrl ?? '/', description: 'This installation' }],
    tags: [...tags].map((name) => ({ name, description: about[name] ?? 'Calls that this installation adds.' })),
    paths,
    components: { ...shared, securitySchemes, schemas: usedSchemas(schemas, [paths, shared]) },
  }
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The token that `login` returns, by itself or after `Bearer `.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that a customer made, `evk_…`. Its scope is `x-api-key-scope` of the operation, or wider.',
  },
}

const json = (schema: Schema): object => ({ 'application/json': { schema } })
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before the next call.', schema: { type: 'integer', minimum: 1 } },
}

const responses = (): Record<string, object> => ({
  SessionEnded: {
    description: `${refusalCodes.sessionEnded} sessionEnded: there is no session under this token, or it has ended.`,
    content: json(refusalRef('sessionEnded')),
  },
  BodyTooLarge: {
    description: `${refusalCodes.dataIncomplete} dataIncomplete: the body is larger than this call takes.`,
    content: json(refusalRef('dataIncomplete')),
  },
  TooMany: {
    description: `${refusalCodes.tooMany} tooMany: a rate limit; the same call may be made after \`Retry-After\`.`,
    headers: retryAfter,
    content: json(refusalRef('tooMany')),
  },
  Unavailable: {
    description: `${refusalCodes.fault} fault: overloaded or without its database. The effect is unknown: call \`orderByKey\`.`,
    headers: retryAfter,
    content: json(refusalRef('fault')),
  },
})

const parameters = (): Record<string, object> => ({
  Virtually: {
    name: 'virtually',
    in: 'header',
    required: true,
    description: 'Which account the call reads or moves: YES the virtual one, NO the real one.',
    schema: { type: 'string', enum: ['YES', 'NO'] },
    example: 'YES',
  },
  RealAccount: {
    name: 'virtually',
    in: 'header',
    required: true,
    description: `Always NO: this exists on the real account alone; YES is refused with ${refusalCodes.realAccountNeeded}.`,
    schema: { type: 'string', enum: ['NO'] },
    example: 'NO',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Chosen by the caller and kept 30 days. The same key with the same request gets the first response, with another request ${refusalCodes.keyReused}.`,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    example: 'order-0001',
  },
  Lang: {
    name: 'lang',
    in: 'header',
    required: false,
    description: 'The language of what is returned in words.',
    schema: { type: 'string', enum: [...langValues], default: 'zh' },
    example: 'en',
  },
})
