import { expect, test } from 'vitest'
import { addressed, bodyOf, isRefused, refusedBy, Unreached } from './wire.ts'

test('values go to their places in the path, the rest to the query or the body', () => {
  expect(
    addressed({ method: 'GET', path: '/list/:kind' }, { kind: 'a/b', type: ['x y', 'z'], page: 2, none: undefined }),
  ).toEqual({
    address: '/list/a%2Fb?type=x%20y&type=z&page=2',
    body: undefined,
  })
  expect(addressed({ method: 'POST', path: '/things/:id/end' }, { id: '7', reason: 'why' })).toEqual({
    address: '/things/7/end',
    body: { reason: 'why' },
  })
})

const responseOf = (text: string, init: ResponseInit = {}) => new Response(text, init)

test('a refusal carries its key, its values and the wait that the header names', async () => {
  const response = responseOf('{"code":40029,"params":{},"traceId":"t"}', { headers: { 'Retry-After': '12' } })
  const refused = refusedBy(await bodyOf(response), response)
  expect(isRefused(refused, 'tooMany')).toBe(true)
  expect(refused).toMatchObject({ code: 40029, params: { retryAfterS: 12 }, traceId: 't' })
})

test('a response in no known shape leaves the effect unknown, except that there is no session', async () => {
  await expect(bodyOf(responseOf('<html>', { status: 502 }))).rejects.toMatchObject({ kind: 'broken', status: 502 })
  await expect(bodyOf(responseOf('{}'))).rejects.toBeInstanceOf(Unreached)
  expect((await bodyOf(responseOf('', { status: 401 }))).code).toBe(401)
})
