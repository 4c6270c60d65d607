import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

describe('an address outside of the networks that may call', () => {
  let whole: WholeProduct
  beforeAll(async () => {
    whole = await wholeProduct({ CONSOLE_ALLOW: '10.1.0.0/16, 192.0.2.7, 2001:db8::/32' })
  })
  afterAll(() => whole.close())

  const from = async (ip: string, url: string) =>
    (await whole.product.operators.inject({ url, remoteAddress: ip })).statusCode

  test.each(['10.1.200.3', '::ffff:10.1.0.1', '192.0.2.7', '2001:db8::5'])('%s is of one of them', async (ip) => {
    expect(await from(ip, '/swx/admin/me')).toBe(401)
    expect(await from(ip, '/metrics')).toBe(200)
  })

  test.each(['10.2.0.1', '192.0.2.8', '2001:db9::5', '127.0.0.1'])('%s finds nothing there', async (ip) => {
    for (const url of ['/swx/admin/me', '/metrics', '/sandbox/operator-authenticator', '/'])
      expect(await from(ip, url), url).toBe(404)
  })
})

describe('an attacker who guesses', () => {
  let whole: WholeProduct
  beforeAll(async () => {
    whole = await wholeProduct({ RATE_LIMITS: 'on' })
  })
  afterAll(() => whole.close())

  test('is notified of a sign that no stored text can hold as of a field that is wrong, signed in or not', async () => {
    const at = operatorPeople(whole.product.operators)
    const login = { name: 'somebody\u0000', password: 'whatever it is' }
    expect((await at.post('/swx/admin/login', login)).code).toBe(40020)
    const auditor = await at.signIn('sandbox-auditor')
    for (const requested of ['audit?act=', 'audit?subject=', 'audit?operator=', 'ledger?account=user:', 'ledger?kind='])
      expect((await auditor.get(`${requested}a%00`)).code, requested).toBe(40020)
    const support = await at.signIn('sandbox-support')
    expect((await support.get('users?q=a%00')).code).toBe(40020)
  })

  test('has five tries at a name, which do not disclose whether it exists', async () => {
    const at = operatorPeople(whole.product.operators)
    for (const name of ['sandbox-support', 'nobody-here']) {
      const codes: number[] = []
      for (let tries = 0; tries < 6; tries += 1)
        codes.push((await at.post('/swx/admin/login', { name, password: `wrong ${tries}` })).code)
      expect(codes).toEqual([10004, 10004, 10004, 10004, 10004, 40029])
    }
  })

  test('an operator who signs in correctly may do so as often as the work needs', async () => {
    const at = operatorPeople(whole.product.operators)
    for (let times = 0; times < 7; times += 1)
      expect(await at.signIn('sandbox-auditor')).toMatchObject({ name: 'sandbox-auditor' })
    for (let times = 0; times < 7; times += 1)
      expect(await at.signIn('sandbox-finance1')).toMatchObject({ name: 'sandbox-finance1' })
  })

  test('a second factor of another operator, or of another challenge, opens nothing', async () => {
    const at = operatorPeople(whole.product.operators)
    const login = (passkey?: object) =>
      at.post('/swx/admin/login', {
        name: 'sandbox-kyc',
        password: 'kyc-tries-things',
        ...(passkey === undefined ? {} : { passkey }),
      })
    const { challenge } = (await login()).params['challenge'] as { challenge: string }
    expect(await login(await at.sandboxSign('sandbox-kyc-2', challenge))).toMatchObject({ code: 10091 })
    expect(await login(await at.sandboxSign('sandbox-kyc', 'A'.repeat(43)))).toMatchObject({ code: 10091 })
  })
})
