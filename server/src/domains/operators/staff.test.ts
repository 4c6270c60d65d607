import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

// Last sign-in, absence, and where alone an operator may be signed in.

let whole: WholeProduct
let at: ReturnType<typeof operatorPeople>
let first: OperatorPage
let second: OperatorPage
beforeAll(async () => {
  whole = await wholeProduct()
  at = operatorPeople(whole.product.operators)
  first = await at.signIn('sandbox-superadmin')
  second = await at.signIn('sandbox-superadmin-2')
})
afterAll(() => whole.close())

type Row = { name: string; lastSignInAt: number | null; absentUntil: number | null; networks: string[] }
const rowOf = async (name: string): Promise<Row | undefined> =>
  ((await first.get('operators')).result as Row[]).find((row) => row.name === name)

const propose = async (operator: string, networks: string) => {
  const change = { kind: 'operator.networks', id: randomUUID(), values: { operator, networks }, reason: 'office only' }
  const assertion = await first.sign(requestPayload(change, 'propose'))
  const response = await first.post('roles/propose', {
    kind: change.kind,
    id: change.id,
    operator,
    networks,
    reason: change.reason,
    assertion,
  })
  return { change, response }
}
const restrict = async (operator: string, networks: string) => {
  const { change, response } = await propose(operator, networks)
  expect(response).toMatchObject({ code: 200, result: { status: 'PROPOSED' } })
  const assertion = await second.sign(requestPayload(change, 'approve'))
  expect(await second.post('roles/approve', { id: change.id, reason: 'agreed by both', assertion })).toMatchObject({
    code: 200,
    result: { status: 'APPLIED' },
  })
}

test('a list of operators reports who last signed in when, and who never did', async () => {
  expect((await rowOf('sandbox-superadmin'))?.lastSignInAt).toBeGreaterThan(Date.now() - 60_000)
  expect((await rowOf('sandbox-charity-2'))?.lastSignInAt).toBeNull()
})

test('an operator outside of the signed networks is signed out at once, and cannot sign in again', async () => {
  const support = await at.signIn('sandbox-support')
  expect((await support.get('me')).code).toBe(200)
  await restrict('sandbox-support', '10.8.0.0/16,2001:db8::/32')
  expect((await rowOf('sandbox-support'))?.networks).toEqual(['10.8.0.0/16', '2001:db8::/32'])
  expect((await support.get('me')).status).toBe(401)
  await expect(at.signIn('sandbox-support')).rejects.toThrow('NETWORK')
  await restrict('sandbox-support', '127.0.0.1')
  expect((await support.get('me')).code).toBe(200)
  await restrict('sandbox-support', 'any')
  expect((await at.signIn('sandbox-support')).name).toBe('sandbox-support')
})

test.each([
  '',
  '10.0.0.0/33',
  '10.0.0/8',
  '::1/129',
  '1.2.3.4/8/8',
  '10.0.0.1;drop',
  '::ffff:10.8.0.0/112',
  Array(21).fill('10.0.0.1').join(),
])('networks written as "%s" are refused', async (networks) => {
  const { response } = await propose('sandbox-support', networks)
  expect(response).toMatchObject({ code: 40020, params: { fields: [{ field: 'networks' }] } })
})

test('every operator sets his own absence, a superadmin that of others, and none one of a year', async () => {
  const until = Date.now() + 86_400_000
  const risk = await at.signIn('sandbox-risk')
  expect((await risk.post('operators/absence', { until })).code).toBe(200)
  expect((await rowOf('sandbox-risk'))?.absentUntil).toBe(until)
  expect(await risk.post('operators/absence', { operator: 'sandbox-finance1', until })).toMatchObject({ code: 10008 })
  expect((await first.post('operators/absence', { operator: 'sandbox-risk', until: null })).code).toBe(200)
  expect((await rowOf('sandbox-risk'))?.absentUntil).toBeNull()
  for (const wrong of [Date.now() - 1, Date.now() + 365 * 86_400_000])
    expect((await risk.post('operators/absence', { until: wrong })).code).toBe(40020)
  expect((await first.post('operators/absence', { operator: 'nobody-here', until })).code).toBe(40039)
  const { result } = (await risk.get('audit?act=operator.absence')) as { result: { total: number } }
  expect(result.total).toBe(2)
})
