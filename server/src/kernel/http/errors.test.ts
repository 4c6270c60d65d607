import { afterAll, expect, test } from 'vitest'
import { createHttp } from './http.ts'

const app = createHttp({})
app.route({ method: 'POST', url: '/things/:id', handler: async () => ({ read: true }) })
afterAll(() => app.close())

test.each(['/things/%ZZ', '/%c0%af', `/things/${'a'.repeat(200)}`])(
  'the address %s is one that does not exist',
  async (url) => {
    const response = await app.inject({ method: 'POST', url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ code: 404, msg: 'notFound', params: {} })
  },
)

test('a body over its limit is 413, one that is not what its header reports is refused with 40020', async () => {
  const large = await app.inject({ method: 'POST', url: '/things/a', payload: 'x'.repeat(70_000) })
  expect([large.statusCode, large.json<{ code: number }>().code]).toEqual([413, 40_020])
  const short = await app.inject({
    method: 'POST',
    url: '/things/a',
    payload: 'abc',
    headers: { 'content-length': '2' },
  })
  expect([short.statusCode, short.json<{ code: number }>().code]).toEqual([200, 40_020])
})
