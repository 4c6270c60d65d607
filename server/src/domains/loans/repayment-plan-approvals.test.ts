import { afterAll, beforeAll, expect, test } from 'vitest'
import { repaymentPlansFixture } from '../../../test/fixtures/repayment-plans.ts'

let fixture: Awaited<ReturnType<typeof repaymentPlansFixture>>

beforeAll(async () => {
  fixture = await repaymentPlansFixture()
})
afterAll(() => fixture.close())

test('a plan over more than 1,000 is offered by two persons alone, and prepared and approved by finance alone', async () => {
  const id = await fixture.lateLoan({ amount: '1000', days: 30, age: 70, owed: '1018.900000' })
  const instalments = [
    { day: fixture.dayIn(5), amount: '518.9' },
    { day: fixture.dayIn(35), amount: '500' },
  ]
  const risk = await fixture.page('sandbox-risk')
  expect((await risk.post(`loans/${id}/plan`, { instalments, reason: 'not mine' })).code).not.toBe(200)
  expect((await fixture.prepare(id, instalments)).code).toBe(200)
  const waiting = async () => {
    const { queues } = (await risk.get('sla')).result as { queues: { name: string; open: number }[] }
    const { rows } = (await risk.get('loans?plan=PREPARED')).result as { rows: { id: string }[] }
    return [queues.find(({ name }) => name === 'repaymentPlans')?.open, rows.map((row) => row.id)]
  }
  expect(await waiting()).toEqual([1, [id]])
  const approve = async (name: string) => {
    const page = await fixture.page(name)
    const { id: planId, approval } = (await page.get(`loans/${id}`)).result.plans[0]
    return page.post(`loans/${id}/plan/approve`, { planId, reason: 'fits', assertion: await page.sign(approval) })
  }
  const first = await Promise.all(Array.from({ length: 5 }, () => approve('sandbox-finance1')))
  expect(first.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 40033, 40033, 40033, 40033])
  expect((await fixture.loan(id)).repaymentPlan).toBeNull()
  // It waits for the second person.
  expect(await waiting()).toEqual([1, [id]])
  expect(await approve('sandbox-finance2')).toMatchObject({
    code: 200,
    result: { repaymentPlan: { status: 'OFFERED' } },
  })
  expect(await waiting()).toEqual([0, []])
  expect((await approve('sandbox-finance2')).code).toBe(40039)
  const { plans } = (await risk.get(`loans/${id}`)).result
  expect(plans).toMatchObject([{ approvalsNeeded: 2, approvals: [{}, {}], total: '1018.900000' }])
  expect((await fixture.findings())[0]?.detail).toEqual([])
})
