import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
let amy = ''
let ben = ''

beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
  ;[amy, ben] = [await people.signIn('amy'), await people.signIn('ben')]
})
afterAll(() => whole.close())

test('names every field that is missing, and each that is wrong', async () => {
  const missing = await people.send({}, amy)
  expect(missing.code).toBe(40020)
  const fields = (missing.params['fields'] as { field: string; reason: string }[]).map(({ field }) => field)
  expect(fields.toSorted()).toEqual(
    'address birthDate contact country docExpiry docNumber docType firstName frontFileId holdingFileId lastName sex'.split(
      ' ',
    ),
  )
  for (const [field, value, reason] of [
    ['firstName', '<script>alert(1)</script>', 'malformed'],
    ['lastName', '"><img src=x onerror=alert(1)>', 'malformed'],
    ['firstName', 'a\u202egnp', 'malformed'],
    ['lastName', 'x'.repeat(101), 'malformed'],
    ['firstName', '   ', 'malformed'],
    ['address', '1 Road <b>', 'malformed'],
    ['contact', 'javascript:alert(1)', 'malformed'],
    ['birthDate', '1990-02-30', 'malformed'],
    ['birthDate', '1990-2-3', 'malformed'],
    ['birthDate', '1850-01-01', 'malformed'],
    ['birthDate', '2999-01-01', 'malformed'],
    ['docExpiry', '2020-01-01', 'expired'],
    ['country', 'XX', 'malformed'],
    ['sex', 'x', 'malformed'],
    ['docType', 'LIBRARY_CARD', 'malformed'],
    ['backFileId', '01900000-0000-7000-8000-000000000000', 'unknown'],
    ['status', 'VERIFIED', 'unknown'],
  ] as const)
    expect(await people.send(await people.form(amy, { [field]: value }), amy), `${field} ${value}`).toMatchObject({
      code: 40020,
      params: { fields: [{ field, reason }] },
    })
  const { backFileId: _, ...withoutBack } = await people.form(amy, { docType: 'ID_CARD' })
  expect(await people.send(withoutBack, amy)).toMatchObject({
    params: { fields: [{ field: 'backFileId', reason: 'missing' }] },
  })
})

test('takes a customer who is eighteen today, and none a day younger', async () => {
  const now = new Date(Date.now())
  const on = (days: number): string =>
    new Date(Date.UTC(now.getUTCFullYear() - 18, now.getUTCMonth(), now.getUTCDate() + days)).toISOString().slice(0, 10)
  expect(await people.send(await people.form(amy, { birthDate: on(1) }), amy)).toMatchObject({
    code: 40022,
    params: { minAge: 18 },
  })
  expect((await people.own(amy)).status).toBe('NOT_VERIFIED')
})

test('takes pictures that are the customer’s own, sent for this', async () => {
  expect(await people.send(await people.form(amy, { frontFileId: await people.file(ben) }), amy)).toMatchObject({
    code: 40039,
    params: { field: 'frontFileId' },
  })
  const one = await people.file(amy)
  expect(await people.send(await people.form(amy, { frontFileId: one, holdingFileId: one }), amy)).toMatchObject({
    code: 40020,
  })
  expect(await people.send(await people.form(amy), '')).toMatchObject({ code: 401 })
})
