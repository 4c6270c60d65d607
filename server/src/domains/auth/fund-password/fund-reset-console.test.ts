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
  const sent = () => publishedNotices(whole.database, { template: 'fundpwd.answered' })
  await rolledBackAtCommit(whole.database, async () => {
    expect((await accept(kyc)).code).toBe(10092)
  })
  expect(await sent()).toEqual([])
  expect(await accept(kyc)).toMatchObject({ code: 200, result: { status: 'DONE' } })
  expect(await sent()).toMatchObject([{ params: { change: 'reset' }, ref: `reset ${id}` }])
})

test('a picture of a lost fund password is erased after 90 days, unless an identification shows it too', async () => {
  const people = identityPeople(whole)
  const ben = await people.signIn('ben')
  const customerId = await people.customerIdOf(ben)
  const [form, alone] = [await people.form(ben), await people.file(ben)]
  expect((await people.send(form, ben)).code).toBe(200)
  const { frontFileId } = (await people.own(ben)).last
  const resets = [frontFileId, alone].map((fileId, n) => [`01900000-0000-7000-8000-0000000000b${n}`, fileId] as const)
  for (const [id, fileId] of resets)
    await whole.database.asOwner(
      `insert into wallet.fund_resets (id, customer_id, file_id, number, identification_id, requested_at, due_at, status, decided_at)
       select $1, $2, $3, '4711', $1, ago, ago + interval '48 hours', 'CANCELLED', ago
       from (select to_timestamp($4 / 1000.0) - interval '91 days' as ago) old`,
      [id, customerId, fileId, whole.product.kyc.deps.clock.now()],
    )
  const jobs = whole.product.modules.flatMap((one) => one.jobs ?? [])
  await jobs.find(({ name }) => name === 'forget pictures of fund passwords')?.run()
  const kept = await whole.database.asOwner('select id from files.files where erased_at is null and id = any($1)', [
    [frontFileId, alone],
  ])
  expect(kept).toEqual([{ id: frontFileId }])
  // Neither is tried again.
  const erased = 'select 1 from wallet.fund_resets where customer_id = $1 and picture_erased_at is null'
  expect(await whole.database.asOwner(erased, [customerId])).toEqual([])
})
