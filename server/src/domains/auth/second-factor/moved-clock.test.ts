import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownBy } from '../../../../test/fixtures/factor-customers.ts'
import { wholeProduct, type WholeProduct } from '../../../../test/whole-product.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-factor-'))
let whole: WholeProduct
let token = ''
beforeAll(async () => void (whole = await wholeProduct({ DATA_DIR: dataDir })))
afterAll(async () => {
  await whole.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Response = { code: number; params: Record<string, unknown>; result: Record<string, unknown> & { token: string } }
async function post(path: string, body: object = {}): Promise<Response> {
  const response = await whole.product.app.inject({
    method: 'POST',
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return response.json() as Response
}
/** Moves the clock of the product and returns what it shows then. */
const advance = async (advanceMs: number): Promise<number> =>
  Number((await post('/sandbox/clock', { advanceMs })).result['now'])
const account = { account: 'ben', password: 'ben-tries-things' }

test('proofs, codes and waits follow the clock of the sandbox as it is moved', async () => {
  token = (await post('login/login', account)).result.token
  expect((await post('user/proof', { password: account.password })).code).toBe(200)
  await advance(9 * 60_000)
  const { secret } = (await post('user/otp/setup')).result as unknown as { secret: string }
  await advance(2 * 60_000)
  expect((await post('user/otp/enable', { code: '000000' })).code).toBe(40036)
  expect((await post('user/proof', { password: account.password })).code).toBe(200)
  const enabled = await post('user/otp/enable', { code: shownBy(secret, await advance(1)) })
  expect(enabled.code).toBe(200)
  token = enabled.result.token

  const wrong = await Promise.all(Array.from({ length: 8 }, () => post('login/login', { ...account, otp: 'wrong' })))
  expect(wrong.filter(({ code }) => code === 10091)).toHaveLength(5)
  const waiting = await post('login/login', { ...account, otp: 'wrong' })
  expect(waiting.code).toBe(40029)
  const otp = shownBy(secret, await advance(Number(waiting.params['retryAfterS']) * 1000))
  expect((await post('login/login', { ...account, otp })).code).toBe(200)

  // The proof that enabling gave ends like any other.
  expect((await post('user/passkey/options')).code).toBe(200)
  await advance(10 * 60_000)
  expect(await post('user/passkey/options')).toMatchObject({ code: 40036, params: { accepts: ['otp', 'recovery'] } })
})

test('the key of second factors is in a file that this process alone can read', () => {
  const { mode, size } = statSync(join(dataDir, 'keys', 'second-factor.key'))
  expect([mode & 0o777, size]).toEqual([0o600, 32])
})
