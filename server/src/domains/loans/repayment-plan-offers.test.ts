import { dayMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'
import { repaymentPlansFixture } from '../../../test/fixtures/repayment-plans.ts'
import { runDuePlans } from './run-due-repayment-plans.ts'
import { checkPdfSignature } from '../../../test/fixtures/pdf-signature.ts'

let fixture: Awaited<ReturnType<typeof repaymentPlansFixture>>
let amy: string
let id: string

beforeAll(async () => {
  fixture = await repaymentPlansFixture()
  amy = fixture.amy
  id = await fixture.lateLoan()
})
afterAll(() => fixture.close())

const lapsed = () => publishedNotices(fixture.whole.database, { template: 'loan.plan_lapsed' })
const statuses = async (): Promise<string[]> => {
  const finance = await fixture.page('sandbox-finance1')
  const { plans } = (await finance.get(`loans/${id}`)).result as { plans: { status: string }[] }
  return plans.map(({ status }) => status)
}
/** Two instalments that come to what is owed now, the first of them in so many days. */
const twoFrom = async (days: number) => {
  const { total } = (await fixture.loan(id)).owed as { total: string }
  const [whole = '0', rest = '0'] = total.split('.')
  return [
    { day: fixture.dayIn(days), amount: `5.${rest}` },
    { day: fixture.dayIn(days + 6), amount: String(BigInt(whole) - 5n) },
  ]
}
const file = async (path: string, token = amy) =>
  fixture.whole.product.app.inject({
    url: `/swx/customer/${path}`,
    headers: { authorization: token, virtually: 'NO' },
  })

test('an offer that lapses, or that another plan takes the place of, is notified once, and what was never offered is not', async () => {
  const first = await fixture.offer(id, await twoFrom(3))
  expect(await fixture.prepare(id, await twoFrom(4))).toMatchObject({ code: 200 })
  expect(await lapsed()).toMatchObject([{ params: { owed: '505.550000' } }])
  expect(await statuses()).toEqual(['PREPARED', 'LAPSED'])
  expect((await fixture.accept(first.id)).code).toBe(40039)
  // The one that replaces it was never offered: its customer knows nothing of it.
  const second = await fixture.offer(id, await twoFrom(3))
  expect(await lapsed()).toHaveLength(1)
  expect(await statuses()).toEqual(['OFFERED', 'LAPSED', 'LAPSED'])
  // Up to the day of its first instalment, at whose beginning it lapses: two whole days from now, whatever the hour is.
  await fixture.advance(Date.parse(fixture.dayIn(3)) - fixture.loans.deps.clock.now())
  await Promise.all(Array.from({ length: 5 }, () => fixture.loans.runDue()))
  expect(await statuses()).toEqual(['LAPSED', 'LAPSED', 'LAPSED'])
  expect((await lapsed()).map(({ ref }) => ref)).toEqual([
    `loan.plan_lapsed ${first.id}`,
    `loan.plan_lapsed ${second.id}`,
  ])
  expect((await lapsed()).at(-1)).toMatchObject({ params: { owed: '505.850000' } })
  expect(await fixture.loan(id)).toMatchObject({ status: 'IN_ARREARS', repaymentPlan: null, acceptedPlans: [] })
  expect((await fixture.findings())[0]?.detail).toEqual([])
})

test('a plan that cannot lapse keeps no other from it', async () => {
  const ben = await fixture.verified('ben', 'E7654321P')
  await fixture.whole.database.asOwner('update accounts.customers set credit_score = 700')
  const { id: benLoan } = (await fixture.apply(ben, { amount: '100', days: 7 })).result as { id: string }
  expect((await fixture.approve('sandbox-finance1', benLoan)).code).toBe(200)
  await fixture.age(benLoan, 40)
  const finance = await fixture.page('sandbox-finance1')
  const newest = async (loanId: string) =>
    ((await finance.get(`loans/${loanId}`)).result.plans as { id: string; status: string }[])[0]
  expect((await fixture.prepare(id, await twoFrom(3))).code).toBe(200)
  const instalments = [
    { day: fixture.dayIn(3), amount: '1.11' },
    { day: fixture.dayIn(9), amount: '100' },
  ]
  expect((await fixture.prepare(benLoan, instalments)).code).toBe(200)
  const when = `old.id = '${(await newest(id))?.id ?? ''}' and new.status = 'LAPSED'`
  const allow = await refuseRow(fixture.whole.database, { table: 'loans.repayment_plans', on: 'update', when })
  const later = { ...fixture.loans.deps.clock, now: () => fixture.now() + 8 * dayMs }
  const run = () => runDuePlans({ ...fixture.loans.deps, clock: later })
  await run()
  expect([(await newest(id))?.status, (await newest(benLoan))?.status]).toEqual(['PREPARED', 'LAPSED'])
  await allow()
  await run()
  expect((await newest(id))?.status).toBe('LAPSED')
})

test('of twenty that accept as the offer lapses all get the same response, and a notice comes only where it lapsed', async () => {
  const plan = await fixture.offer(id, await twoFrom(2))
  const before = (await lapsed()).length
  const later = { ...fixture.loans.deps.clock, now: () => plan.until + 1 }
  const calls = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0
      ? fixture.accept(plan.id)
      : runDuePlans({ ...fixture.loans.deps, clock: later }).then(() => ({ code: 0 })),
  )
  const codes = new Set((await Promise.all(calls)).map(({ code }) => code).filter((code) => code !== 0))
  const isAccepted = codes.has(200)
  expect([...codes]).toEqual([isAccepted ? 200 : 40039])
  expect(await lapsed()).toHaveLength(before + (isAccepted ? 0 : 1))
  expect((await statuses())[0]).toBe(isAccepted ? 'ACCEPTED' : 'LAPSED')
  if (!isAccepted) await fixture.accept((await fixture.offer(id, await twoFrom(2))).id)
})

test('what was accepted is a sealed document, the same bytes whenever it is requested, for its customer and operators alone', async () => {
  const { repaymentPlan, acceptedPlans } = await fixture.loan(id)
  const planId = repaymentPlan.id as string
  expect(acceptedPlans).toEqual([{ id: planId, acceptedAt: repaymentPlan.acceptedAt as number }])
  const [one, two] = [await file(`loan/plan/document/${planId}`), await file(`loan/plan/document/${planId}`)]
  expect(one.headers['content-type']).toBe('application/pdf')
  expect(one.headers['content-disposition']).toContain('repayment-plan-LN000000001.pdf')
  expect(one.rawPayload.equals(two.rawPayload)).toBe(true)
  expect(checkPdfSignature(one.rawPayload).certificate.subject).toMatch(/^CN=evenhand\/[0-9a-f]+$/)
  const changed = Buffer.from(one.rawPayload)
  changed[changed.indexOf('/Creator') + 12] = (changed[changed.indexOf('/Creator') + 12] ?? 0) ^ 1
  expect(() => checkPdfSignature(changed)).toThrow()
  const ben = await fixture.signIn('ben')
  expect((await file(`loan/plan/document/${planId}`, ben)).json()).toMatchObject({ code: 40039 })
  const finance = await fixture.page('sandbox-finance1')
  const { plans } = (await finance.get(`loans/${id}`)).result as { plans: { id: string; status: string }[] }
  const never = plans.find(({ status }) => status === 'LAPSED')?.id ?? ''
  expect((await file(`loan/plan/document/${never}`)).json()).toMatchObject({ code: 40039 })
  const url = `/swx/admin/loans/${id}/plan/${planId}/document`
  const seen = await fixture.whole.product.operators.inject({ url, headers: finance.headers })
  expect(seen.rawPayload.equals(one.rawPayload)).toBe(true)
  expect((await finance.get(`loans/${id}/plan/${never}/document`)).code).toBe(40039)
})
