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
type Change = { kind: string; operator: string; role?: string }

async function propose(page: OperatorPage, { kind, ...values }: Change) {
  const id = randomUUID()
  const assertion = await page.sign(requestPayload({ kind, id, values, reason }, 'propose'))
  expect(await page.post('roles/propose', { id, reason, kind, ...values, assertion })).toMatchObject({ code: 200 })
  return async (by: OperatorPage) => {
    const signed = await by.sign(requestPayload({ kind, id, values, reason }, 'approve'))
    return by.post('roles/approve', { id, reason: 'yes', assertion: signed })
  }
}
const able = async (): Promise<number> =>
  (
    (await whole.database.asOwner(
      `select o.id from operators.operators o join operators.roles r on r.operator_id = o.id and r.role = 'superadmin'
       where o.status = 'ACTIVE'`,
    )) as object[]
  ).length
const tooFew = { code: 40020, params: { fields: [{ field: 'operator', reason: 'lastTwo' }] } }

test('no change leaves fewer than two superadmins who can sign', async () => {
  const [one, two] = [await at.signIn('sandbox-superadmin'), await at.signIn('sandbox-superadmin-2')]
  const name = 'sandbox-superadmin-2'
  const ending = await propose(one, { kind: 'operator.end', operator: name })
  expect(await ending(two)).toMatchObject(tooFew)
  const taking = await propose(one, { kind: 'role.revoke', operator: name, role: 'superadmin' })
  expect(await taking(two)).toMatchObject(tooFew)
  expect(await able()).toBe(2)
  // The tables refuse it too, to any statement of the role `console`.
  for (const text of [
    `delete from operators.roles where role = 'superadmin'`,
    `update operators.operators set status = 'ENDED' where name = '${name}'`,
    `delete from operators.passkeys where operator_id = (select id from operators.operators where name = '${name}')`,
  ])
    await expect(whole.database.asOwner(`set role console; ${text}`), text).rejects.toThrow('two superadmins')
})

test('of two changes at one moment that would leave one of three together, one is refused', async () => {
  const [one, two] = [await at.signIn('sandbox-superadmin'), await at.signIn('sandbox-superadmin-2')]
  const grant = await propose(one, { kind: 'role.grant', operator: 'sandbox-charity', role: 'superadmin' })
  expect((await grant(two)).code).toBe(200)
  const three = await at.signIn('sandbox-charity')
  const endTwo = await propose(one, { kind: 'operator.end', operator: 'sandbox-superadmin-2' })
  const takeThree = await propose(one, { kind: 'role.revoke', operator: 'sandbox-charity', role: 'superadmin' })
  const codes = (await Promise.all([endTwo(three), takeThree(two)])).map(({ code }) => code)
  // Whose end came first by a whole call is let in no more, before it is counted who would be left.
  expect([
    [200, 401],
    [200, 40020],
  ]).toContainEqual(codes.toSorted())
  expect(await able()).toBe(2)
})
