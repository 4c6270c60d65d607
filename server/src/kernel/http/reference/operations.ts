import { noticeCodes } from '@evenhand/protocol/codes.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { isInQuery } from '@evenhand/protocol/wire.ts'
import type { Mounted } from '../http.ts'
import { nameOf, type Components, type Schema } from './component-schemas.ts'
import { exampleOf } from './examples.ts'
import { refusalRef, refusalsOf } from './refusal-schemas.ts'

type Shared = { components: Components; schemas: Readonly<Record<string, Schema>> }

const parameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })
const responseRef = (name: string): Schema => ({ $ref: `#/components/responses/${name}` })

/** One call as OpenAPI has it: parameters or body, one response with its success and every refusal, and the statuses. */
export function operationOf(mounted: Mounted, shared: Shared): object {
  const { route, upload } = mounted
  const { domain, name } = nameOf(route)
  const describing = describe(route)
  return {
    operationId: name,
    tags: [domain],
    summary: route.summary,
    ...(describing === '' ? {} : { description: describing }),
    security: route.signedIn === true ? [{ session: [] }, ...(route.keys === undefined ? [] : [{ apiKey: [] }])] : [],
    ...(route.keys === undefined ? {} : { 'x-api-key-scope': route.keys }),
    parameters: [...ownParameters(route, shared), ...headersOf(route)],
    ...(isInQuery(route) ? {} : { requestBody: bodyOf(mounted, shared) }),
    responses: {
      '200': {
        description: 'The result, or a refusal: which one its `code` shows.',
        content: { 'application/json': contentOf(route, shared), ...filesOf(route) },
      },
      ...(route.signedIn === true ? { '401': responseRef('SessionEnded') } : {}),
      ...(isInQuery(route) && upload === undefined ? {} : { '413': responseRef('BodyTooLarge') }),
      '429': responseRef('TooMany'),
      '503': responseRef('Unavailable'),
    },
  }
}

const namesInPath = (route: Route): Set<string> =>
  new Set([...route.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name))

/** What stands in the path and the query of a call. */
function ownParameters(route: Route, { components, schemas }: Shared): object[] {
  const request = components.inline(route.request)
  const required = new Set((request['required'] ?? []) as string[])
  const inPath = namesInPath(route)
  return Object.entries((request['properties'] ?? {}) as Record<string, Schema>)
    .filter(([name]) => inPath.has(name) || isInQuery(route))
    .map(([name, schema]) => {
      const example = exampleOf(schema, schemas, { name })
      return {
        name,
        in: inPath.has(name) ? 'path' : 'query',
        required: inPath.has(name) || required.has(name),
        schema,
        ...(example === undefined ? {} : { example }),
      }
    })
}

/** The headers that mean something to a call. */
function headersOf(route: Route): Schema[] {
  const headers: Schema[] = []
  if (route.realOnly === true) headers.push(parameter('RealAccount'))
  else if (route.money === true) headers.push(parameter('Virtually'))
  if (route.refusals.includes('keyReused')) headers.push(parameter('IdempotencyKey'))
  return [...headers, parameter('Lang')]
}

/** The body of a call, without what stands in its path; with a file where it takes one. */
function bodyOf({ route, upload }: Mounted, { components, schemas }: Shared): object {
  const inPath = namesInPath(route)
  const whole = components.inline(route.request)
  const properties = Object.entries((whole['properties'] ?? {}) as Record<string, Schema>)
  const rest = {
    ...whole,
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.has(name))),
    required: ((whole['required'] ?? []) as string[]).filter((name) => !inPath.has(name)),
  }
  if (upload !== undefined) {
    const file = { type: 'string', format: 'binary', description: 'The file itself, as the last part.' }
    const schema = { ...rest, properties: { ...rest.properties, file }, required: [...rest.required, 'file'] }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  const schema: Schema = properties.some(([name]) => inPath.has(name)) ? rest : components.refOf(route.request)
  const example = exampleOf(schema, schemas)
  return {
    required: true,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  }
}

const jsonType = 'application/json'

/** The success of a call and each refusal it may return; `code` is a constant in every one. */
function contentOf(route: Route, { components, schemas }: Shared): object {
  const success: Schema = {
    title: 'Success',
    type: 'object',
    properties: {
      code: { const: 200 },
      result: components.refOf(route.result),
      notice:
        route.notice === undefined ? { type: 'integer' } : { type: 'integer', examples: [noticeCodes[route.notice]] },
      traceId: { type: 'string' },
    },
    required: ['code', 'result', 'traceId'],
  }
  // JSON of a form that others made comes without the envelope.
  if (route.files?.includes(jsonType) === true)
    return { schema: { oneOf: [components.refOf(route.result), ...refusalsOf(route).map(refusalRef)] } }
  // Where a file is the response, JSON is what refuses it.
  const isFileAlone =
    route.files !== undefined &&
    Object.keys(components.inline(route.result)['properties'] ?? {}).length === 0 &&
    components.inline(route.result)['anyOf'] === undefined
  if (isFileAlone) return { schema: { oneOf: refusalsOf(route).map(refusalRef) } }
  const result = exampleOf(components.refOf(route.result), schemas)
  const notice = route.notice === undefined ? {} : { notice: noticeCodes[route.notice] }
  return {
    schema: { oneOf: [success, ...refusalsOf(route).map(refusalRef)] },
    ...(result === undefined ? {} : { example: { code: 200, result, ...notice, traceId: '5f0c9a1e-7' } }),
  }
}

const filesOf = (route: Route): Record<string, object> =>
  Object.fromEntries(
    (route.files ?? [])
      .filter((type) => type !== jsonType)
      .map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )

const describe = (route: Route): string =>
  [
    route.notice === undefined ? '' : `Notice ${noticeCodes[route.notice]}.`,
    route.proof === undefined
      ? ''
      : `Needs a recent proof${route.proof === 'factor' ? ', by the second factor where there is one' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
