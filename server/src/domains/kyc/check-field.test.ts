import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
let [one, two] = [{} as OperatorPage, {} as OperatorPage]
let [amy, ben] = ['', '']
const note = 'as the guide requires'

beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
  const at = operatorPeople(whole.product.operators)
  ;[one, two] = [await at.signIn('sandbox-kyc'), await at.signIn('sandbox-kyc-2')]
  ;[amy, ben] = [await people.signIn('amy'), await people.signIn('ben')]
})
afterAll(() => whole.close())

async function sent(token: string, options: Record<string, unknown> = {}): Promise<string> {
  expect(await people.send(await people.form(token, options), token)).toMatchObject({ code: 200 })
  const customerId = await people.customerIdOf(token)
  const { rows } = (await one.get('kyc')).result as { rows: { id: string; customerId: string }[] }
  return rows.find((row) => row.customerId === customerId)?.id ?? ''
}
const verify = (page: OperatorPage, id: string) =>
  page.post(`kyc/${id}/decide`, { verdict: 'VERIFIED', reasons: [], reason: note })
const sendBack = (id: string, options: object) =>
  one.post(`kyc/${id}/decide`, { verdict: 'RESUBMIT', reasons: [], reason: note, ...options })
const check = (page: OperatorPage, id: string, options: object) => page.post(`kyc/${id}/check`, options)
const unchecked = (fields: unknown) => ({ code: 10019, params: { reason: 'FIELDS_NOT_CHECKED', fields } })
const proof = 'proofOfAddressFileId'

test('a reviewer who verifies has confirmed every field, and a colleague who refuses one after him stops it', async () => {
  const id = await sent(amy)
  await people.openPictures(one, id)
  await people.openPictures(two, id)
  await people.confirmAll(one, id)
  expect(await verify(two, id)).toMatchObject(unchecked(expect.arrayContaining(['firstName', 'frontFileId'])))
  for (const wrong of [
    { field: 'firstName', state: 'REFUSED' },
    { field: 'firstName', state: 'REFUSED', code: 'FRONT_BLURRED' },
    { field: 'firstName', state: 'REFUSED', code: 'SANCTIONS' },
    { field: 'firstName', state: 'CONFIRMED', code: 'NAME_MISMATCH' },
    { field: 'backFileId', state: 'CONFIRMED' },
    { field: proof, state: 'CONFIRMED' },
    { field: '__proto__', state: 'CONFIRMED' },
  ])
    expect((await check(one, id, wrong)).code, JSON.stringify(wrong)).toBe(40020)
  expect((await check(one, amy.slice(0, 8), { field: 'sex', state: 'CONFIRMED' })).code).toBe(40020)

  await check(one, id, { field: 'sex', state: 'OPEN' })
  expect(await verify(one, id)).toMatchObject(unchecked(['sex']))
  await check(one, id, { field: 'sex', state: 'CONFIRMED' })
  const refused = await check(two, id, { field: 'lastName', state: 'REFUSED', code: 'NAME_MISMATCH' })
  expect(refused.result).toContainEqual(
    expect.objectContaining({ field: 'lastName', code: 'NAME_MISMATCH', operator: 'sandbox-kyc-2', own: true }),
  )
  expect(await verify(one, id)).toMatchObject(unchecked(['lastName']))
  expect((await one.post(`kyc/${id}/view`, { reason: note })).result).toMatchObject({
    checks: expect.arrayContaining([
      expect.objectContaining({ field: 'lastName', code: 'NAME_MISMATCH', own: false }),
    ]) as object,
  })
  // Not even past the program.
  await expect(
    whole.database.asOwner(
      `update kyc.identifications set status = 'VERIFIED', decided_by = $2, decided_at = now() where id = $1`,
      [id, one.id],
    ),
  ).rejects.toThrow('field by field')
  // Who has seen it may still confirm it.
  await check(one, id, { field: 'lastName', state: 'CONFIRMED' })
  // The one refuses once more while the other verifies: whichever came first has counted.
  const [checked, decided] = await Promise.all([
    check(two, id, { field: 'lastName', state: 'REFUSED', code: 'NAME_MISMATCH' }),
    verify(one, id),
  ])
  expect([
    [checked.code, decided.code],
    [checked.code, decided.code === 10019 ? decided.params['reason'] : 200],
  ]).toContainEqual(decided.code === 200 ? [10019, 200] : [200, 'FIELDS_NOT_CHECKED'])
  if (decided.code !== 200) {
    await check(one, id, { field: 'lastName', state: 'CONFIRMED' })
    expect((await verify(one, id)).code).toBe(200)
  }
  expect((await check(two, id, { field: 'sex', state: 'CONFIRMED' })).code).toBe(10019)
})

test('a further document is requested, comes with the next form and is reviewed with it; the same picture is seen', async () => {
  const id = await sent(ben, { docNumber: 'X7654321' })
  const need = { field: proof, text: 'A bill of the last three months' }
  for (const wrong of [
    {},
    { needs: [need, need] },
    { needs: [{ field: 'frontFileId' }] },
    { reasons: [{ field: proof, code: 'ADDRESS_UNREADABLE' }] },
  ])
    expect((await sendBack(id, wrong)).code, JSON.stringify(wrong)).toBe(40020)
  expect(
    (await one.post(`kyc/${id}/decide`, { verdict: 'VERIFIED', reasons: [], needs: [need], reason: note })).code,
  ).toBe(40020)
  expect((await sendBack(id, { needs: [need] })).code).toBe(200)
  expect(await people.own(ben)).toMatchObject({ status: 'RESUBMIT', reasons: [], needs: [need] })

  const form = await people.form(ben, { docNumber: '' })
  const fields = (field: string, reason: string) => ({ code: 40020, params: { fields: [{ field, reason }] } })
  expect(await people.send(form, ben)).toMatchObject(fields(proof, 'missing'))
  const picture = await people.file(ben)
  expect(await people.send({ ...form, [proof]: picture, secondIdFileId: await people.file(ben) }, ben)).toMatchObject(
    fields('secondIdFileId', 'unknown'),
  )
  expect(await people.send({ ...form, [proof]: await people.file(amy) }, ben)).toMatchObject({
    code: 40039,
    params: { field: proof },
  })
  expect(await people.send({ ...form, [proof]: picture }, ben)).toMatchObject({
    code: 200,
    result: { needs: [], last: { further: { [proof]: picture } } },
  })
  const { rows } = (await one.get('kyc')).result as { rows: { id: string }[] }
  const [again] = rows.map((row) => row.id)
  await people.viewCase(one, again ?? '')
  const { result } = await one.post(`kyc/${again}/view`, { reason: note })
  expect(result).toMatchObject({ pictures: ['front', 'holding', proof] })
  // All of these customers send one and the same picture.
  expect(result.others).toMatchObject([{ username: 'amy', shares: ['picture'] }])
  expect(result.duplicates).toBe(0)
  await check(one, again ?? '', { field: proof, state: 'OPEN' })
  expect(await verify(one, again ?? '')).toMatchObject(unchecked([proof]))
  await check(one, again ?? '', { field: proof, state: 'CONFIRMED' })
  expect((await verify(one, again ?? '')).code).toBe(200)
})
