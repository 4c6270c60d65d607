import type { LedgerVerification } from '@evenhand/protocol/operator-checks.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
    const operator = await operatorPeople(operators).signIn(name)
    const begun = await operator.post('ledger/verify', {})
    expect(begun).toMatchObject({ code: 200, result: { running: { done: 0 }, failed: false } })
    const state = async () => (await operator.get('ledger/verify')).result as unknown as LedgerVerification
    await expect.poll(async () => (await state()).running).toBeNull()
    const { last, failed } = await state()
    expect({ ok: last?.ok, failed }).toEqual({ ok: true, failed: false })
    expect(last?.findings.map(({ invariant }) => invariant)).toEqual([...promised, 'I9'])
  }
})

test('a proof of liabilities is its customer’s alone, and the statement everybody’s', async () => {
  const { app, books, liabilities } = whole.product
  const get = async (path: string, token?: string) => {
    const response = await app.inject({
      url: `/swx/customer/${path}`,
      ...(token !== undefined && { headers: { authorization: token } }),
    })
    return response.json<{ code: number; result: { customerId?: string; statement: { root: string } | null } }>()
  }
  const token = async (account: string): Promise<string> => {
    const payload = { account, password: `${account}-tries-things` }
    const { json } = await app.inject({ method: 'POST', url: '/swx/customer/login/login', payload })
    return json<{ result: { token: string } }>().result.token
  }
  const [amy, ben] = [await token('amy'), await token('ben')]
  await vi.waitFor(async () => {
    await books.seal()
    await liabilities.state()
    expect((await get('public/pol/latest')).result.statement).not.toBeNull()
  }, 10_000)
  expect((await get('user/pol/proof')).code).toBe(401)
  expect((await get('user/pol/proof', 'made-up')).code).toBe(401)
  const [own, other] = [await get('user/pol/proof', amy), await get('user/pol/proof', ben)]
  expect((await get(`user/pol/proof?customerId=${own.result.customerId}`, ben)).code).toBe(40020)
  expect(own.result.customerId).not.toBe(other.result.customerId)
  expect(own.result.statement?.root).toBe((await get('public/pol/latest')).result.statement?.root)
})
