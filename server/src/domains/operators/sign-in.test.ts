import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let at: ReturnType<typeof operatorPeople>
beforeAll(async () => {
  whole = await wholeProduct()
  at = operatorPeople(whole.product.operators)
})
afterAll(() => whole.close())

test('an operator of the sandbox signs in with the software authenticator and sees who he is', async () => {
  const page = await at.signIn('sandbox-finance1')
  expect(await page.get('me')).toMatchObject({
    code: 200,
    result: {
      operator: { name: 'sandbox-finance1', roles: ['finance1'], sandbox: true, passkeys: [{ software: true }] },
      may: expect.arrayContaining(['GET /swx/admin/me']) as string[],
    },
  })
  expect((await page.post('logout')).code).toBe(200)
  expect((await page.get('me')).status).toBe(401)
})
