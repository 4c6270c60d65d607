import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
beforeAll(async () => void (whole = await wholeProduct()), 60_000)
afterAll(() => whole.close())

test('who reads the books by the account of a customer stands in what that customer reads, once', async () => {
  const { app, operators } = whole.product
  const signedIn = await app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    payload: { account: 'amy', password: 'amy-tries-things' },
  })
  const { token, user } = signedIn.json<{ result: { token: string; user: { id: string } } }>().result
  const auditor = await operatorPeople(operators).signIn('sandbox-auditor')
  for (const _ of [1, 2]) expect((await auditor.get(`ledger?account=user:${user.id}`)).code).toBe(200)
  expect((await auditor.get('ledger?account=user:nobody')).code).toBe(200)
  const log = await app.inject({ url: '/swx/customer/user/accessLog', headers: { authorization: token } })
  expect(log.json<{ result: { rows: object[] } }>().result.rows).toEqual([
    expect.objectContaining({ roles: ['auditor'], act: 'user.look', reason: 'entries of the account read' }),
  ])
})

test('the books are added up again for an operator who may read them, with every promise about them', async () => {
  const { operators, ledger } = whole.product
  const promised = (await ledger.audit()).map(({ invariant }) => invariant)
  for (const name of ['sandbox-finance1', 'sandbox-auditor']) {
    const { code, result } = await (await operatorPeople(operators).signIn(name)).post('ledger/verify', {})
    const { ok, findings } = result as unknown as { ok: boolean; findings: { invariant: string }[] }
    expect({ code, ok }).toEqual({ code: 200, ok: true })
    expect(findings.map(({ invariant }) => invariant)).toEqual([...promised, 'I9'])
  }
})
