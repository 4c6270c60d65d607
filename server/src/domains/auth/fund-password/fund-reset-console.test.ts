import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../../test/fixtures/identity-customers.ts'
import { operatorPeople } from '../../../../test/fixtures/operators.ts'
import { publishedNotices, rolledBackAtCommit } from '../../../../test/fixtures/published-notices.ts'
import { wholeProduct, type WholeProduct } from '../../../../test/whole-product.ts'

let whole: WholeProduct
beforeAll(async () => {
  whole = await wholeProduct()
})
afterAll(() => whole.close())

test('a lost fund password is replaced by an operator alone who has opened its picture', async () => {
  const people = identityPeople(whole)
  const amy = await people.signIn('amy')
  const at = operatorPeople(whole.product.operators)
  const [kyc, other] = [await at.signIn('sandbox-kyc'), await at.signIn('sandbox-kyc-2')]
  const id = '01900000-0000-7000-8000-0000000000aa'
  const customerId = await people.customerIdOf(amy)
  await whole.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [customerId])
  await whole.database.asOwner(
    `insert into wallet.fund_passwords (customer_id, hash, set_at) values ($1, 'old', to_timestamp($2 / 1000.0))`,
    [customerId, whole.product.kyc.deps.clock.now()],
  )
  await whole.database.asOwner(
    `insert into wallet.fund_resets (id, customer_id, hash, file_id, number, identification_id, requested_at, due_at)
     select $1, $2, 'new', $3, '4711', $1, now, now + interval '48 hours' from to_timestamp($4 / 1000.0) as now`,
    [id, customerId, await people.file(amy), whole.product.kyc.deps.clock.now()],
  )
  const accept = (page: typeof kyc) =>
    page.post(`fundResets/${id}/decide`, { verdict: 'DONE', reason: 'as the guide requires' })
  const unseen = { code: 10019, params: { reason: 'PICTURES_NOT_OPENED' } }
  expect(await accept(kyc)).toMatchObject(unseen)
  const picture = await kyc.post(`fundResets/${id}/picture`, { reason: 'compare with the face' })
  expect(picture.headers['content-type']).toBe('image/jpeg')
  expect(await accept(other)).toMatchObject(unseen)
  const answered = () => publishedNotices(whole.database, { template: 'fundpwd.answered' })
  await rolledBackAtCommit(whole.database, async () => {
    expect((await accept(kyc)).code).toBe(10092)
  })
  expect(await answered()).toEqual([])
  expect(await accept(kyc)).toMatchObject({ code: 200, result: { status: 'DONE' } })
  expect(await answered()).toMatchObject([{ params: { change: 'reset' }, ref: `reset ${id}` }])
})
