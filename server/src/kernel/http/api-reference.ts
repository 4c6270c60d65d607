import { noticeCodes, refusalCodes } from '@evenhand/protocol/codes.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { pageHeaders } from './page-headers.ts'

type Schema = Record<string, unknown>
const schemaOf = (type: z.ZodMiniType): Schema =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema

/** The OpenAPI 3.1 document of these routes, generated from their codecs: there is no second list to fall behind. */
export function openApiOf(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evenhand customer API',
      version: '1',
      description: 'Success is code 200 with a result; a refusal is HTTP 200 with its code and values.',
    },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  }
}

function operationOf(route: Route): object {
  const request = schemaOf(route.request)
  const properties = (request['properties'] ?? {}) as Record<string, Schema>
  const required = new Set((request['required'] ?? []) as string[])
  const inPath = new Set([...route.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name))
  const inBody = route.method === 'POST' || route.method === 'PUT'
  const parameters = Object.entries(properties)
    .filter(([name]) => !inBody || inPath.has(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.has(name),
      schema,
    }))
  if (route.money === true || route.realOnly === true) {
    parameters.push({
      name: 'virtually',
      in: 'header',
      required: true,
      schema: { enum: route.realOnly === true ? ['NO'] : ['YES', 'NO'] },
    })
  }
  return {
    summary: route.summary,
    parameters,
    ...(route.signedIn === true ? { security: [{ token: [] }] } : {}),
    ...(inBody ? { requestBody: { content: { 'application/json': { schema: request } } } } : {}),
    responses: {
      200: { description: describe(route), content: { 'application/json': { schema: envelopeOf(route) } } },
    },
  }
}

const describe = (route: Route): string =>
  [
    route.notice === undefined ? '' : `Notice ${noticeCodes[route.notice]}.`,
    route.proof === undefined ? '' : `Needs a recent proof${route.proof === 'factor' ? ', by the second factor where there is one' : ''}: else ${refusalCodes.proofNeeded} proofNeeded.`,
    route.refusals.length === 0 ? '' : `Refusals: ${route.refusals.map((key) => `${refusalCodes[key]} ${key}`).join(', ')}.`,
  ].filter(Boolean).join(' ') || 'Success.' // prettier-ignore

const envelopeOf = (route: Route): Schema => ({
  type: 'object',
  properties: {
    code: { const: 200 },
    result: schemaOf(route.result),
    notice: { type: 'integer' },
    traceId: { type: 'string' },
  },
  required: ['code', 'result', 'traceId'],
})

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function pageOf(routes: readonly Route[]): string {
  const rows = routes.map((route) => {
    const marks = [
      route.signedIn === true ? 'signed in' : '',
      route.money === true ? 'virtually' : '',
      route.realOnly === true ? 'real only' : '',
      route.proof === undefined ? '' : 'recent proof',
    ].filter(Boolean)
    const shape = (type: z.ZodMiniType): string => escape(JSON.stringify(schemaOf(type), null, 1))
    return `<section id="${escape(route.path)}"><h2><code>${route.method} ${escape(route.path)}</code></h2><p>${escape(route.summary)}${marks.length > 0 ? ` <small>(${marks.join(', ')})</small>` : ''}</p>
<p>${escape(describe(route))}</p><details><summary>request</summary><pre>${shape(route.request)}</pre></details><details><summary>result</summary><pre>${shape(route.result)}</pre></details></section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Evenhand customer API</title>
<style>body{font:15px/1.5 system-ui;max-width:960px;margin:2rem auto;padding:0 1rem;color:#0c1526}h2{font-size:16px;margin-top:2rem}pre{background:#eef2f8;padding:1rem;overflow:auto;border-radius:10px}</style>
<h1>Evenhand customer API</h1><p>Success is <code>{"code":200,"result":…}</code>; a refusal is HTTP 200 with its code, its key as <code>msg</code> and the values of its text as <code>params</code>. Amounts and prices are decimal strings, times epoch milliseconds. The whole as <a href="/docs/openapi.json">OpenAPI 3.1</a>.</p>
${rows.join('\n')}</html>`
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'"

/** Serves the reference at /docs, and the document it is made from at /docs/openapi.json. */
export function serveReference(
  app: FastifyInstance,
  { routes, live }: { routes: readonly Route[]; live: boolean },
): void {
  const listed = routes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  // Made for their first reader: two tenths of a second that no start should take.
  const page = madeOnce(() => pageOf(listed))
  const document = madeOnce(() => JSON.stringify(openApiOf(listed)))
  app.get('/docs', (_request, reply) => pageHeaders(reply, { policy, live }).send(page()))
  app.get('/docs/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document()),
  )
}

function madeOnce(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}
