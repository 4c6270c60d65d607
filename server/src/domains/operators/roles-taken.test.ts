import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let at: ReturnType<typeof operatorPeople>
beforeAll(async () => {
  whole = await wholeProduct()
  at = operatorPeople(whole.product.operators)
})
afterAll(() => whole.close())

const reason = 'as the plan of the house requires'
type Proposal = { kind: string; id: string; values: Record<string, string> }

const propose = async (page: OperatorPage, path: string, { kind, id, values }: Proposal) => {
  const assertion = await page.sign(requestPayload({ kind, id, values, reason }, 'propose'))
  return page.post(path, { id, reason, ...(path.startsWith('roles') ? { kind } : {}), ...values, assertion })
}
const approve = async (page: OperatorPage, path: string, { kind, id, values }: Proposal) => {
  const assertion = await page.sign(requestPayload({ kind, id, values, reason }, 'approve'))
  return page.post(path, { id, reason: 'yes', assertion })
}

test('what an operator proposed before the role was taken is not approved any more', async () => {
  const root = await at.signIn('sandbox-superadmin')
  const second = await at.signIn('sandbox-superadmin-2')
  const change = async (kind: 'role.grant' | 'role.revoke') => {
    const requested = { kind, id: randomUUID(), values: { operator: 'sandbox-finance1', role: 'finance1' } }
    await propose(root, 'roles/propose', requested)
    return approve(second, 'roles/approve', requested)
  }
  const values = { account: 'reserve:options', asset: 'USDT', amount: '10' }
  const requested = { kind: 'reserve.topUp', id: randomUUID(), values }
  expect((await propose(await at.signIn('sandbox-finance1'), 'reserves/topUp/propose', requested)).code).toBe(200)
  const two = await at.signIn('sandbox-finance2')
  expect((await change('role.revoke')).code).toBe(200)
  expect(await approve(two, 'reserves/topUp/approve', requested)).toMatchObject({
    code: 40036,
    params: { changed: true },
  })
  expect((await change('role.grant')).code).toBe(200)
  expect((await approve(two, 'reserves/topUp/approve', requested)).code).toBe(200)
})

test('each reserve of contracts is topped up by two finance officers, and by no one alone', async () => {
  const one = await at.signIn('sandbox-finance1')
  const two = await at.signIn('sandbox-finance2')
  const held = async (account: string): Promise<number> => {
    const { accounts } = (await one.get('reserves')).result as unknown as {
      accounts: { account: string; asset: string; free: string }[]
    }
    return Number(accounts.find((row) => row.account === account && row.asset === 'USDT')?.free ?? 0)
  }
  for (const account of ['reserve:contracts', 'reserve:nbp']) {
    const before = await held(account)
    const values = { account, asset: 'USDT', amount: '2500.5' }
    const requested = { kind: 'reserve.topUp', id: randomUUID(), values }
    expect((await propose(one, 'reserves/topUp/propose', requested)).code).toBe(200)
    expect((await approve(one, 'reserves/topUp/approve', requested)).code).toBe(40033)
    expect((await approve(two, 'reserves/topUp/approve', requested)).code).toBe(200)
    expect(await held(account)).toBe(before + 2500.5)
    const coin = { ...requested, id: randomUUID(), values: { ...values, asset: 'BTC' } }
    expect(await propose(one, 'reserves/topUp/propose', coin)).toMatchObject({
      code: 40020,
      params: { fields: [{ field: 'asset', reason: 'unfit' }] },
    })
  }
})
