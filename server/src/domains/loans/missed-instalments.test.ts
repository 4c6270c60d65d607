import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'
import type { RepaymentPlan } from '@evenhand/protocol/repayment-plan-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { repaymentPlansFixture } from '../../../test/fixtures/repayment-plans.ts'
import { missedAt } from './repayment-plan.rules.ts'

const million = 1_000_000n
let fixture: Awaited<ReturnType<typeof repaymentPlansFixture>>
let id: string
let plan: RepaymentPlan

beforeAll(async () => {
  fixture = await repaymentPlansFixture()
  id = await fixture.lateLoan()
  plan = await fixture.offer(id, [
    { day: fixture.dayIn(2), amount: '5.55' },
    { day: fixture.dayIn(4), amount: '100' },
    { day: fixture.dayIn(20), amount: '400' },
  ])
  expect((await fixture.accept(plan.id)).code).toBe(200)
})
afterAll(() => fixture.close())

const dueOf = (at: number): number => plan.instalments[at]?.dueAt ?? 0
const missed = async () =>
  (await publishedNotices(fixture.whole.database, { template: 'loan.plan_missed' })).map(({ params }) => params)
const repay = async (amount: string): Promise<void> => {
  await fixture.give(fixture.accountId, 'USDT', BigInt(amount) * million)
  expect((await fixture.post('loan/repay', { id, amount }, fixture.amy)).code).toBe(200)
}
/** At a time, when every process checks what is due. */
const runAt = async (at: number): Promise<void> => {
  await fixture.advance(at - fixture.now())
  await Promise.all(Array.from({ length: 5 }, () => fixture.loans.runDue()))
}

test('once the day of an instalment has ended unpaid its customer is notified once, with all that is due and until when', async () => {
  await runAt(dueOf(0) - minuteMs)
  expect(await missed()).toEqual([])
  await repay('2')
  await runAt(dueOf(0) + minuteMs)
  const until = dueOf(0) + 7 * dayMs
  const first = { n: '1', count: '3', owed: '3.550000', dueAt: dueOf(0), until }
  expect(await missed()).toMatchObject([first])
  await runAt(dueOf(1) + minuteMs)
  // The older one ends the plan first.
  expect(await missed()).toMatchObject([first, { n: '2', owed: '103.550000', dueAt: dueOf(1), until }])
  expect((await fixture.loan(id)).status).toBe('ACTIVE')
})

test('a plan of which one is not paid within a week ends, and is notified', async () => {
  await repay('104')
  await runAt(dueOf(2) + minuteMs)
  await runAt(dueOf(2) + 8 * dayMs)
  expect((await missed()).slice(2)).toMatchObject([{ n: '3', owed: '399.550000', until: dueOf(2) + 7 * dayMs }])
  expect(await fixture.loan(id)).toMatchObject({ status: 'IN_ARREARS', repaymentPlan: null })
  expect(await publishedNotices(fixture.whole.database, { template: 'loan.plan_broken' })).toMatchObject([
    { params: { owed: '399.550000' } },
  ])
})

test('what was paid is not missed, nor is one announced whose plan ended while nothing ran', () => {
  const [checkAt, owed] = [fixture.now(), 5n]
  const one = { n: 1, dueAt: checkAt, amount: owed, left: owed }
  const until = checkAt + 7 * dayMs
  expect(missedAt([one], { checkAt, at: until - 1 })).toEqual({ instalment: one, owed, until })
  expect(missedAt([one], { checkAt, at: until })).toBeUndefined()
  expect(missedAt([{ ...one, left: 0n }], { checkAt, at: checkAt })).toBeUndefined()
  // A check that is for a reminder of it.
  expect(missedAt([one], { checkAt: checkAt - dayMs, at: checkAt })).toBeUndefined()
})

test('what is repaid after a plan was not kept is no instalment of it', async () => {
  await repay('100')
  const finance = await fixture.page('sandbox-finance1')
  expect((await finance.get(`loans/${id}`)).result.plans).toMatchObject([
    {
      status: 'BROKEN',
      paid: '106.000000',
      left: '399.550000',
      instalments: [{ left: '0.000000' }, { left: '0.000000' }, { left: '399.550000' }],
    },
  ])
  expect((await fixture.findings())[0]?.detail).toEqual([])
})
