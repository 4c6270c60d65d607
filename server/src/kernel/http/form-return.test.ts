import { expect, test } from 'vitest'
import { mountFormReturn } from './form-return.ts'
import { createHttp } from './http.ts'

const path = '/api/loginCallback/apple'
const app = createHttp({ trustProxy: false })
mountFormReturn(app, { path, fields: ['code', 'state'] })

const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type, origin: 'https://appleid.apple.com' },
    payload,
  })

test('responds with the screen, and of the form nothing but the named fields', async () => {
  const form = new URLSearchParams({
    code: 'c.0/+=&x',
    state: 's',
    user: '{"name":"x"}',
    id_token: 'secret',
    next: '//evil',
  })
  const response = await post(form.toString())
  expect(response.statusCode).toBe(303)
  expect(response.headers['location']).toBe(`${path}?code=c.0%2F%2B%3D%26x&state=s`)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(response.body).toBe('')
})

test.each([
  ['error=user_cancelled_authorize&state=s', `${path}?state=s`],
  ['', path],
  ['code=//evil.example&state=/\\evil', `${path}?code=%2F%2Fevil.example&state=%2F%5Cevil`],
  [
    'code=a%0d%0alocation:%20https://evil.example&state=s',
    `${path}?code=a%0D%0Alocation%3A+https%3A%2F%2Fevil.example&state=s`,
  ],
  ['code=javascript:alert(1)#&state=s', `${path}?code=javascript%3Aalert%281%29%23&state=s`],
  ['code=a&code=b&state=s&state=t', `${path}?code=a&state=s`],
  [`code=${'a'.repeat(3000)}&state=s`, `${path}?state=s`],
])('%s stays on our own screen', async (form, location) => {
  expect((await post(form)).headers['location']).toBe(location)
})

test('reads no other media type and no more than 8 KB', async () => {
  expect((await post('{"code":"a"}', 'application/json')).headers['location']).toBe(path)
  expect((await post('code=a&state=s', 'text/plain')).headers['location']).toBe(path)
  expect((await post(`code=a&user=${'x'.repeat(9000)}`)).statusCode).toBe(413)
})
