import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
const note = 'as the guide requires'
beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
})
afterAll(() => whole.close())

test('pictures and what was stated are for reviewers alone, with a reason, and every access is recorded', async () => {
  const at = operatorPeople(whole.product.operators)
  const kyc = await at.signIn('sandbox-kyc')
  const ben = await people.signIn('ben')
  await people.send(await people.form(ben, { firstName: 'Ben' }), ben)
  const [{ id }] = (await kyc.get('kyc')).result.rows as [{ id: string }]
  for (const role of ['support', 'finance1', 'risk', 'superadmin', 'auditor', 'content']) {
    const page = await at.signIn(`sandbox-${role}`)
    expect((await page.post(`kyc/${id}/picture`, { picture: 'front', reason: note })).code, role).toBe(10008)
    expect((await page.post(`kyc/${id}/view`, { reason: note })).code, role).toBe(10008)
    const refused = `POST /swx/admin/kyc/${id}/picture`
    expect(
      await whole.database.asOwner(
        'select operator_name, act from operators.audit_entries where subject = $1 and operator_id = $2',
        [refused, page.id],
      ),
      role,
    ).toEqual([{ operator_name: `sandbox-${role}`, act: 'call.refused' }])
    expect((await page.get('kyc')).code, role).toBe(['support', 'auditor'].includes(role) ? 200 : 10008)
  }
  expect((await kyc.post(`kyc/${id}/picture`, { picture: 'front', reason: '' })).code).not.toBe(200)
  expect((await kyc.post(`kyc/${id}/picture`, { picture: 'back', reason: note })).code).toBe(40039)
  const picture = await kyc.post(`kyc/${id}/picture`, { picture: 'front', reason: 'to see who it is' })
  expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  const customerId = await people.customerIdOf(ben)
  expect(
    await whole.database.asOwner('select operator_id, reason from files.views where customer_id = $1', [customerId]),
  ).toContainEqual({ operator_id: kyc.id, reason: 'to see who it is' })
  const text = JSON.stringify(await whole.database.asOwner('select * from kyc.identifications'))
  for (const secret of ['Ben', 'E1234567P', '1990-02-28', 'Orchard']) expect(text).not.toContain(secret)
})
