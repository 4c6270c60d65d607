import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityPeople } from '../../../test/fixtures/identity-customers.ts'
import { operatorPeople } from '../../../test/fixtures/operators.ts'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let people: ReturnType<typeof identityPeople>
let amy = ''
beforeAll(async () => {
  whole = await wholeProduct()
  people = identityPeople(whole)
  amy = await people.signIn('amy')
})
afterAll(() => whole.close())

const decideWaiting = async (body: object): Promise<void> => {
  const kyc = await operatorPeople(whole.product.operators).signIn('sandbox-kyc')
  const [{ id }] = (await kyc.get('kyc')).result.rows as [{ id: string }]
  await people.viewCase(kyc, id)
  const response = await kyc.post(`kyc/${id}/decide`, { reason: 'as the guide requires', reasons: [], ...body })
  expect(response.code).toBe(200)
}
const isKept = async (fileId: string): Promise<boolean> =>
  (await whole.database.asOwner('select 1 from files.contents where file_id = $1', [fileId])).length === 1
const daysPass = (days: number): Promise<unknown> =>
  whole.database.asOwner(
    `update kyc.identifications set decided_at = decided_at - make_interval(days => $1) where decided_at is not null`,
    [days],
  )

test('pictures are erased when their retention is over, and those of the last form stay', async () => {
  const [front, corrected, holding] = [await people.file(amy), await people.file(amy), await people.file(amy)]
  const form = await people.form(amy, { frontFileId: front, holdingFileId: holding })
  expect((await people.send(form, amy)).code).toBe(200)
  await decideWaiting({ verdict: 'RESUBMIT', reasons: [{ field: 'frontFileId', code: 'FRONT_BLURRED' }] })
  await daysPass(91)
  await whole.product.kyc.runOnce()
  expect(await isKept(front)).toBe(true)

  expect((await people.send({ ...form, frontFileId: corrected }, amy)).code).toBe(200)
  await decideWaiting({ verdict: 'VERIFIED' })
  await daysPass(91)
  await whole.product.kyc.runOnce()
  expect([await isKept(front), await isKept(corrected), await isKept(holding)]).toEqual([false, true, true])

  const customerId = await people.customerIdOf(amy)
  const closed = (years: number): Promise<unknown> =>
    whole.database.asOwner(
      `update accounts.customers set status = 'CLOSED', closed_at = to_timestamp($2 / 1000.0) - make_interval(years => $3)
       where id = $1`,
      [customerId, whole.product.kyc.deps.clock.now(), years],
    )
  await closed(4)
  await whole.product.kyc.runOnce()
  expect(await isKept(corrected)).toBe(true)
  await closed(6)
  await whole.product.kyc.runOnce()
  expect([await isKept(corrected), await isKept(holding)]).toEqual([false, false])
})

test('a document that expires is no operator’s decision, for which no customer waited', async () => {
  const ben = await people.signIn('ben')
  const day = 86_400_000
  const docExpiry = new Date(whole.product.kyc.deps.clock.now() + day).toISOString().slice(0, 10)
  expect((await people.send(await people.form(ben, { docExpiry }), ben)).code).toBe(200)
  await decideWaiting({ verdict: 'VERIFIED' })
  await people.advance(3 * day)
  await whole.product.kyc.runOnce()
  expect((await people.own(await people.signIn('ben'))).status).toBe('EXPIRED')
  const { queues } = (await people.get('public/serviceLevels', '')).result as {
    queues: { queue: string; p95S: number | null }[]
  }
  expect(queues.find(({ queue }) => queue === 'identity')?.p95S ?? 0).toBeLessThan(3_600)
})

test('a customer who closed an account may be verified again, by the same document', async () => {
  const ben = await people.signIn('ben')
  expect((await people.send(await people.form(ben), ben)).code).toBe(200)
  await decideWaiting({ verdict: 'VERIFIED' })
  expect((await people.own(ben)).status).toBe('VERIFIED')
})

test('an identification that cannot end keeps no other from its end, nor what comes behind', async () => {
  const { database, product } = whole
  const ben = await people.signIn('ben')
  const benId = await people.customerIdOf(ben)
  const [closed] = await database.asOwner(`select id from accounts.customers where username = 'amy'`)
  const { id: amyId } = closed as { id: string }
  const forms = (change: string): Promise<unknown> =>
    database.asOwner(`set session_replication_role = replica; ${change}; reset session_replication_role`)
  const stateOf = async (customerId: string) =>
    (await database.asOwner(
      'select status, escalated_at from kyc.identifications where customer_id = $1 order by number desc limit 1',
      [customerId],
    )) as { status: string; escalated_at: Date | null }[]
  // Before it is due: the product has a round of its own.
  const when = `old.customer_id = '${amyId}' and new.status = 'EXPIRED'`
  const allow = await refuseRow(database, { table: 'kyc.identifications', on: 'update', when })
  // The account of one is closed, and the document of the other has ended; hers comes first.
  await forms(`update kyc.identifications set status = 'VERIFIED', doc_expiry = '2001-01-01', document_hash = sha256('hers')
    where id = (select id from kyc.identifications where customer_id = '${amyId}' order by number desc limit 1)`)
  await forms(`update kyc.identifications set doc_expiry = '2001-02-01' where customer_id = '${benId}'`)
  await expect(product.kyc.runOnce()).rejects.toThrow('refused')
  expect([await stateOf(amyId), await stateOf(benId)]).toMatchObject([
    [{ status: 'VERIFIED' }],
    [{ status: 'EXPIRED' }],
  ])
  expect((await people.send(await people.form(ben), ben)).code).toBe(200)
  await forms(`update kyc.identifications set due_at = due_at - interval '3 days' where customer_id = '${benId}'`)
  await expect(product.kyc.runOnce()).rejects.toThrow('refused')
  expect(await stateOf(benId)).toMatchObject([{ status: 'PENDING_REVIEW', escalated_at: expect.any(Date) as Date }])
  await allow()
  await product.kyc.runOnce()
  expect(await stateOf(amyId)).toMatchObject([{ status: 'EXPIRED' }])
})
