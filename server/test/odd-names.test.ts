import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { post, type Route } from '@evenhand/protocol/route.ts'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { parseRequest } from '../src/kernel/http/call.ts'
import { operatorPeople, type OperatorPage } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// Names that every object has. A caller that sends one gets the refusal that any other wrong name gets, wherever it stands.
const oddNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty'] as const
const known = new Set<number>([200, 404, ...Object.values(refusalCodes)])

let whole: WholeProduct
let operator: OperatorPage
beforeAll(async () => {
  whole = await wholeProduct()
  operator = await operatorPeople(whole.product.operators).signIn('sandbox-superadmin')
})
afterAll(() => whole.close())

type Response = { status: number; code: number; msg: string; params: { fields?: { field: string; reason: string }[] } }
type Sent = { app: FastifyInstance; headers: Record<string, string> }
type RequestParts = { path?: string; query?: string; body?: string; headers?: Record<string, string> }

async function send({ app, headers }: Sent, route: Route, requested: RequestParts): Promise<Response> {
  const withBody = route.method === 'POST' || route.method === 'PUT'
  const path = requested.path ?? route.path.replace(/:\w+/g, '1')
  const response = await app.inject({
    method: route.method,
    url: requested.query === undefined ? path : `${path}?${requested.query}`,
    headers: { ...headers, ...(withBody && { 'content-type': 'application/json' }), ...requested.headers },
    ...(withBody && { payload: requested.body ?? '{}' }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  return { ...(isJson ? response.json<object>() : { code: 200 }), status: response.statusCode } as Response
}

/** A response is never a fault, and never a word that the table of codes does not know. */
function expectNoFault(response: Response, where: string): void {
  expect([where, response.status, response.code]).toEqual([where, expect.any(Number), expect.any(Number)])
  expect([where, known.has(response.code) || response.status === 401]).toEqual([where, true])
  expect([where, response.code]).not.toEqual([where, 10_092])
}

async function customer(): Promise<Sent> {
  const { app } = whole.product
  const signedIn = await app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: 'amy', password: 'amy-tries-things' }),
  })
  const { token } = (signedIn.json() as { result: { token: string } }).result
  return { app, headers: { authorization: token, virtually: 'NO' } }
}
const anOperator = async (): Promise<Sent> => ({ app: whole.product.operators, headers: operator.headers })
const routesOf = (): [Route, () => Promise<Sent>][] => [
  ...whole.product.routes.map(({ route }): [Route, () => Promise<Sent>] => [route, customer]),
  ...whole.product.operatorsDomain.routes.map(({ route }): [Route, () => Promise<Sent>] => [route, anOperator]),
]

/** A value of a shape in which every free text is the odd name. */
function filled(schema: Record<string, unknown>, odd: string): unknown {
  const one = (schema['anyOf'] as Record<string, unknown>[] | undefined)?.[0]
  if (one !== undefined) return filled(one, odd)
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown
  if (schema['type'] === 'object') {
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Record<string, unknown>>)
    return Object.fromEntries(properties.map(([name, inner]) => [name, filled(inner, odd)]))
  }
  if (schema['type'] === 'array') return [filled((schema['items'] ?? {}) as Record<string, unknown>, odd)]
  if (schema['type'] === 'integer' || schema['type'] === 'number') return Math.max(1, Number(schema['minimum'] ?? 1))
  if (schema['type'] === 'boolean') return true
  return odd
}

test.each(oddNames)('%s as a field, a value, a path or a header of any call is refused as any other', async (odd) => {
  const sessions = new Map<() => Promise<Sent>, Sent>()
  for (const [route, signIn] of routesOf()) {
    const where = `${odd} ${route.method} ${route.path}`
    const inBody = route.method === 'POST' || route.method === 'PUT'
    const alone = inBody ? { body: `{"${odd}":"1"}` } : { query: `${odd}=1` }
    let sent = sessions.get(signIn) ?? (await signIn())
    let lone = await send(sent, route, alone)
    // A call that ends the session is one of those that are walked.
    if (lone.status === 401) {
      sent = await signIn()
      lone = await send(sent, route, alone)
    }
    sessions.set(signIn, sent)
    expectNoFault(lone, `lone field ${where}`)
    // Where the field is read at all it is named: by name, or by a code of the call's own.
    if (lone.code === 40_020 && lone.params.fields?.some(({ reason }) => reason === 'unknown') === true)
      expect(lone.params.fields.map(({ field }) => field)).toContain(odd)
    const shape = z.toJSONSchema(route.request, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
    const values = filled(shape, odd) as Record<string, unknown>
    const query = new URLSearchParams(
      Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
    )
    expectNoFault(
      await send(sent, route, inBody ? { body: JSON.stringify(values) } : { query: query.toString() }),
      `values ${where}`,
    )
    if (route.path.includes(':'))
      expectNoFault(await send(sent, route, { path: route.path.replace(/:\w+/g, odd) }), `path ${where}`)
    const headers = { lang: odd, virtually: odd, 'idempotency-key': odd, cookie: `lang=${odd}; ${odd}=1`, [odd]: '1' }
    expectNoFault(await send({ ...sent, headers: {} }, route, { headers }), `headers ${where}`)
  }
})

test('a lone odd field beside fields that are as they should be is named as unknown', () => {
  const routes = whole.product.routes
    .map(({ route }) => route)
    .filter(({ fieldRefusals }) => fieldRefusals !== undefined)
  expect(routes.length).toBeGreaterThan(3)
  for (const { fieldRefusals } of routes)
    for (const odd of oddNames) {
      const request = z.strictObject({ amount: z.optional(z.string()) })
      const route = post('/any', {
        request,
        result: z.object({}),
        refusals: [],
        summary: 'Any.',
        fieldRefusals: fieldRefusals ?? {},
      })
      const refused = catchRefusal(() =>
        parseRequest(route, JSON.parse(`{"amount":"1","${odd}":1}`) as object as never),
      )
      expect(refused).toMatchObject({ code: 40_020, params: { fields: [{ field: odd, reason: 'unknown' }] } })
    }
})

function catchRefusal(run: () => unknown): unknown {
  try {
    return run()
  } catch (cause) {
    return cause
  }
}

test('a socket that sends an odd name gets the refusal of a malformed one', async () => {
  await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = whole.product.app.server.address() as AddressInfo
  const { headers } = await customer()
  for (const odd of oddNames)
    for (const frames of [
      [odd],
      [`{"${odd}":"1"}`],
      [`{"token":"${odd}","virtually":"${odd}"}`],
      [`{"token":"${headers['authorization']}","virtually":"YES"}`, `{"${odd}":"1"}`],
    ]) {
      const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`)
      await once(ws, 'open')
      for (const [index, frame] of frames.entries()) {
        ws.send(frame)
        if (index + 1 < frames.length) await once(ws, 'message')
      }
      expect([odd, frames, (await once(ws, 'close'))[0]]).toEqual([odd, frames, 1008])
    }
})
