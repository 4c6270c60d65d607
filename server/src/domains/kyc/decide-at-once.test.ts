import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
})
afterAll(() => whole.close())

test('of many words at once about one form the first counts, and none waits for a connection that another holds', async () => {
  const amy = await people.signIn('amy')
  await people.send(await people.form(amy), amy)
  const kyc = await operatorPeople(whole.product.operators).signIn('sandbox-kyc')
  const [{ id }] = (await kyc.get('kyc')).result.rows as [{ id: string }]
  await people.viewCase(kyc, id)
  const verdict = { verdict: 'VERIFIED', reasons: [], reason: 'as the guide requires' }
  const responses = await Promise.all(Array.from({ length: 12 }, () => kyc.post(`kyc/${id}/decide`, verdict)))
  expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array(11).fill(10019)])
})
