import { post } from '@evenhand/protocol/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createHttp, handle, mountRoutes, type HttpParams, type Session } from './http.ts'
import { silentLog } from '../log.ts'
import { refuse } from './refusal.ts'

const session: Session = { id: 'one', customerId: 'amy', accountId: 1n, country: 'SG', lang: 'en' }
const guarded = post('/guarded', {
  summary: 'Needs a proof.',
  signedIn: true,
  proof: true,
  request: z.strictObject({ n: z.int() }),
  result: z.object({ done: z.boolean() }),
  refusals: [],
})
let done = 0
const mounted = [
  handle(guarded, async () => {
    done += 1
    return { done: true }
  }),
]
const base: HttpParams = {
  log: silentLog,
  findSession: (token) => (token === 'amys' ? session : undefined),
  strict: true,
}
let proved = false
const requested = createHttp({})
mountRoutes(requested, mounted, {
  ...base,
  requireStepUp: async (proof, { session: mine }) => {
    if (!proved) throw refuse('proofNeeded', { accepts: [`${proof} of ${mine.id}`] })
  },
})
const unasked = createHttp({})
mountRoutes(unasked, mounted, base)
beforeAll(() => Promise.all([requested.ready(), unasked.ready()]))
afterAll(() => Promise.all([requested.close(), unasked.close()]))

async function call(
  app: typeof requested,
  body: object,
  authorization = 'amys',
): Promise<{ code: number; params: unknown }> {
  const headers = { 'content-type': 'application/json', authorization }
  const response = await app.inject({ method: 'POST', url: '/guarded', headers, payload: JSON.stringify(body) })
  return response.json()
}

test('a marked route requires a proof after session and shape, and before anything is done', async () => {
  expect((await call(requested, {}, '')).code).toBe(401)
  expect((await call(requested, { n: 'x' })).code).toBe(40_020)
  expect(await call(requested, { n: 1 })).toMatchObject({ code: 40_036, params: { accepts: ['true of one'] } })
  expect(done).toBe(0)
  proved = true
  expect((await call(requested, { n: 1 })).code).toBe(200)
  expect(done).toBe(1)
})

test('where proofs cannot be read, a marked route is closed', async () => {
  expect(await call(unasked, { n: 1 })).toMatchObject({ code: 40_036, params: { accepts: [] } })
  expect(done).toBe(1)
})
