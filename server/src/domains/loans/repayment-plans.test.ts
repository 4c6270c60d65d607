import { randomUUID } from 'node:crypto'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import type { RepaymentPlan } from '@evenhand/protocol/repayment-plan-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../../../test/fixtures/forge.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { repaymentPlansFixture } from '../../../test/fixtures/repayment-plans.ts'
import { collectDue } from './collections.store.ts'
import { loansOut } from './loan-figures.ts'
import type { LoansDb } from './loans.store.ts'

const million = 1_000_000n
let fixture: Awaited<ReturnType<typeof repaymentPlansFixture>>
let amy: string
let ben: string
let id: string

beforeAll(async () => {
  fixture = await repaymentPlansFixture()
  amy = fixture.amy
  ben = await fixture.signIn('ben')
  id = await fixture.lateLoan()
})
afterAll(() => fixture.close())

const whole = () => fixture.loan(id)
const planOf = async () => (await whole()).repaymentPlan as RepaymentPlan

test.each([
  ['one instalment', 10017, [[5, '505.55']]],
  ['too many', 10017, Array.from({ length: 13 }, (_, n) => [n + 2, '38.888462'])],
  [
    'a day that is today',
    10017,
    [
      [0, '5.55'],
      [9, '500'],
    ],
  ],
  [
    'the same day twice',
    10017,
    [
      [5, '5.55'],
      [5, '500'],
    ],
  ],
  [
    'days that go back',
    10017,
    [
      [9, '5.55'],
      [5, '500'],
    ],
  ],
  [
    'a day beyond a year',
    10017,
    [
      [5, '5.55'],
      [367, '500'],
    ],
  ],
  [
    'a unit less than is owed',
    10016,
    [
      [5, '5.55'],
      [9, '499.999999'],
    ],
  ],
  [
    'a unit more than is owed',
    10016,
    [
      [5, '5.55'],
      [9, '500.000001'],
    ],
  ],
  [
    'nothing in one of them',
    10016,
    [
      [5, '0'],
      [9, '505.55'],
    ],
  ],
  [
    'less than nothing',
    10016,
    [
      [5, '-1'],
      [9, '506.55'],
    ],
  ],
  [
    'no amount',
    10016,
    [
      [5, '1e2'],
      [9, '405.55'],
    ],
  ],
] as [string, number, [number, string][]][])('a plan of %s is refused', async (_, code, parts) => {
  const refused = await fixture.prepare(
    id,
    parts.map(([days, amount]) => ({ day: fixture.dayIn(days), amount })),
  )
  expect(refused.code, JSON.stringify(refused)).toBe(code)
  if (code === 10016) expect(refused).toMatchObject({ params: { max: '505.550000' } })
})

test('a plan is offered by an approval alone, states each instalment in every language, and is no other customer’s', async () => {
  expect(
    (
      await fixture.prepare(id, [
        { day: 'tomorrow', amount: '5.55' },
        { day: fixture.dayIn(9), amount: '500' },
      ])
    ).code,
  ).toBe(10017)
  const prepared = await fixture.prepare(id, [
    { day: fixture.dayIn(3), amount: '5.55' },
    { day: fixture.dayIn(9), amount: '500' },
  ])
  expect(prepared.code, JSON.stringify(prepared)).toBe(200)
  expect(await planOf()).toBeNull()
  const finance = await fixture.page('sandbox-finance1')
  const { plans } = (await finance.get(`loans/${id}`)).result
  const { approval, id: planId } = plans[0]
  const fields = approval.fields.map(([name, value]: [string, string]) => [name, value.replace('500.', '400.')])
  const forged = { planId, reason: 'fits', assertion: await finance.sign({ ...approval, fields }) }
  expect((await finance.post(`loans/${id}/plan/approve`, forged)).code).toBe(40036)
  expect((await fixture.get(`loan/plan?id=${planId}`, amy)).code).toBe(40039)

  const plan = await fixture.offer(id, [
    { day: fixture.dayIn(3), amount: '100' },
    { day: fixture.dayIn(13), amount: '405.55' },
  ])
  expect((await finance.get(`loans/${id}`)).result.plans).toMatchObject([{ status: 'OFFERED' }, { status: 'LAPSED' }])
  expect(await publishedNotices(fixture.whole.database, { template: 'loan.plan_offered' })).toMatchObject([
    { params: { owed: '505.550000', count: '2' } },
  ])
  for (const { value: lang } of languages) {
    const { text } = (await fixture.get(`loan/plan?id=${plan.id}&lang=${lang}`, amy)).result
    for (const clause of [
      `\n(1) ${fixture.dayIn(3)}: 100.000000 USDT\n`,
      `\n(2) ${fixture.dayIn(13)}: 405.550000 USDT\n`,
      '505.550000',
    ])
      expect(text, lang).toContain(clause)
    expect(text).not.toMatch(/[{}]/)
  }
  const planHash = await fixture.hashOf(plan.id)
  expect((await fixture.get(`loan/plan?id=${plan.id}`, ben)).code).toBe(40039)
  expect((await fixture.post('loan/acceptPlan', { id: plan.id, planHash }, ben)).code).toBe(40039)
  expect((await fixture.post('loan/declinePlan', { id: plan.id }, ben)).code).toBe(40039)
  expect(await fixture.post('loan/acceptPlan', { id: plan.id, planHash: 'ab'.repeat(32) }, amy)).toMatchObject({
    code: 40006,
    params: { quote: { planHash: (await fixture.get(`loan/plan?id=${plan.id}`, amy)).result.planHash as string } },
  })
})

test('of twenty that accept, decline and pay at once one decision counts, and each payment', async () => {
  const plan = await planOf()
  const planHash = await fixture.hashOf(plan.id)
  await fixture.give(fixture.accountId, 'USDT', 60n * million)
  const calls = Array.from({ length: 21 }, (_, n) =>
    n % 3 === 0
      ? fixture.post('loan/acceptPlan', { id: plan.id, planHash }, amy)
      : n % 3 === 1
        ? fixture.post('loan/declinePlan', { id: plan.id }, amy)
        : fixture.post('loan/repay', { id, amount: '5' }, amy),
  )
  const codes = (await Promise.all(calls)).map(({ code }) => code)
  const taken = (kind: number) => codes.filter((code, n) => n % 3 === kind && code === 200).length
  expect(taken(2)).toBe(7)
  const accepted = taken(0) > 0
  expect([taken(0), taken(1)]).toEqual(accepted ? [7, 0] : [0, 1])
  expect(await whole()).toMatchObject({
    status: accepted ? 'ACTIVE' : 'IN_ARREARS',
    owed: { total: '470.550000' },
    repaymentPlan: accepted ? { paid: '35.000000', left: '470.550000' } : null,
  })
  expect((await fixture.findings())[0]?.detail).toEqual([])
  if (!accepted) {
    await fixture.offer(id, [
      { day: fixture.dayIn(3), amount: '65' },
      { day: fixture.dayIn(13), amount: '405.55' },
    ])
    expect((await fixture.accept((await planOf()).id)).result).toMatchObject({ status: 'ACTIVE' })
  }
})

test('while it is kept no interest is added, the oldest instalment is settled first, and nothing is taken before it is due', async () => {
  const { loans } = fixture.whole.product
  const [first] = (await planOf()).instalments
  const { db } = loans.deps
  const row = { id: randomUUID(), loanId: id, customerId: await fixture.customerIdOf(amy), payments: 7 }
  const sale = { ...row, clause: 'STANDING_ORDER', deposit: { id: randomUUID(), units: 500n * million } } as const
  const take = (planId: string | null) =>
    collectDue(db as LoansDb, { ...sale, planId, due: 470_550_000n, owed: 470_550_000n, at: fixture.now() })
  // Computed before the plan was in force: another plan is found, and nothing is taken.
  expect((await take(null)).outcome).toBe('changed')
  const out = JSON.parse((await loansOut(db).read(0)) ?? 'null') as object
  expect(out).toMatchObject({ loans: 1, plannedLoans: 1, planned: '465000000', arrears: '0' })

  await fixture.advance(2.5 * dayMs)
  await Promise.all([loans.runDue(), loans.runDue()])
  const reminders = () => publishedNotices(fixture.whole.database, { template: 'loan.plan_due' })
  expect((await reminders()).at(-1)).toMatchObject({
    params: { n: '1', count: '2', owed: first?.left, dueAt: first?.dueAt },
  })
  const before = (await reminders()).length
  await fixture.post('loan/repay', { id, amount: '65' }, amy).then(({ code }) => expect(code).toBe(10026))
  await fixture.give(fixture.accountId, 'USDT', 500n * million)
  expect((await fixture.post('loan/repay', { id, amount: '66' }, amy)).result).toMatchObject({
    owed: { principal: '399.000000', interest: '5.550000', total: '404.550000' },
    repaymentPlan: { left: '404.550000', instalments: [{ left: '0.000000' }, { left: '404.550000' }] },
    nextInterestAt: null,
  })
  await fixture.advance(8.6 * dayMs)
  await loans.runDue()
  expect((await reminders()).slice(before)).toMatchObject([{ params: { n: '2', owed: '404.550000' } }])
  expect((await whole()).owed.total).toBe('404.550000')
  expect((await fixture.post('loan/repay', { id, amount: '404.550001' }, amy)).code).toBe(10016)
  const all = await Promise.all(
    Array.from({ length: 20 }, () => fixture.post('loan/repay', { id, amount: 'ALL' }, amy)),
  )
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
  const done = await whole()
  expect(done).toMatchObject({ status: 'REPAID', repaid: { principal: '500.000000', interest: '5.550000' } })
  const kinds = done.events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== 'REPAYMENT')
  expect(kinds.join(' ')).toBe('APPLIED APPROVED DISBURSED OVERDUE IN_ARREARS RESTRUCTURED REPAID')
  expect((await fixture.findings())[0]?.detail).toEqual([])
})

test('an instalment missed by a week ends the plan once; interest goes on from then, and another plan may follow', async () => {
  const { loans } = fixture.whole.product
  id = await fixture.lateLoan()
  const days = [fixture.dayIn(2), fixture.dayIn(20)]
  const plan = await fixture.offer(id, [
    { day: days[0] ?? '', amount: '5.55' },
    { day: days[1] ?? '', amount: '500' },
  ])
  await fixture.accept(plan.id)
  const due = plan.instalments[0]?.dueAt ?? 0
  await fixture.advance(due + 7 * dayMs - minuteMs - fixture.now())
  await loans.runDue()
  expect((await whole()).status).toBe('ACTIVE')
  await fixture.advance(2 * minuteMs)
  await Promise.all(Array.from({ length: 5 }, () => loans.runDue()))
  expect(await whole()).toMatchObject({ status: 'IN_ARREARS', owed: { total: '505.550000' }, repaymentPlan: null })
  expect(await publishedNotices(fixture.whole.database, { template: 'loan.plan_broken' })).toMatchObject([
    { params: { owed: '505.550000' } },
  ])
  await fixture.advance(dayMs)
  expect((await whole()).owed.total).toBe('505.700000')
  const next = await fixture.offer(id, [
    { day: fixture.dayIn(4), amount: '5.7' },
    { day: fixture.dayIn(8), amount: '500' },
  ])
  // Not accepted in its time, it lapses, and cannot be accepted any more.
  await fixture.advance(4 * dayMs)
  expect((await fixture.accept(next.id)).code).toBe(40039)
  await loans.runDue()
  const finance = await fixture.page('sandbox-finance1')
  expect((await finance.get(`loans/${id}`)).result.plans).toMatchObject([{ status: 'LAPSED' }, { status: 'BROKEN' }])
  expect((await fixture.findings())[0]?.detail).toEqual([])
})

const plans = 'loans.repayment_plans'
test.each([
  ['an instalment', plans, `update ${plans} set amounts = array[amounts[1] + 1, amounts[2] - 1] where status = 'KEPT'`],
  ['a day', plans, `update ${plans} set due_at = array[due_at[1], due_at[2] + interval '1 day'] where status = 'KEPT'`],
  [
    'more principal than is owed',
    plans,
    `update ${plans} set principal = principal + 1, interest = interest - 1 where status = 'LAPSED'`,
  ],
  [
    'a text',
    plans,
    `update ${plans} set agreement = replace(agreement, '405.', '305.'),
      agreement_hash = sha256(convert_to(replace(agreement, '405.', '305.'), 'UTF8')) where status = 'KEPT'`,
  ],
  ['a plan that was never approved', 'loans.repayment_plan_approvals', 'delete from loans.repayment_plan_approvals'],
  ['a plan that was kept, ended', plans, `update ${plans} set status = 'BROKEN' where status = 'KEPT'`],
  [
    'a plan in force for a loan in arrears',
    plans,
    `update ${plans} set status = 'ACCEPTED', ended_at = null where status = 'BROKEN'`,
  ],
  ['a loan that runs again by no plan', plans, `delete from ${plans}`],
])('%s, written past every trigger, is found with its location', async (_, table, statement) => {
  const locations = await forge(fixture.whole.database, { table, statement, findings: fixture.findings })
  expect(locations.filter((location) => location.startsWith('loan LN')).length).toBeGreaterThan(0)
})
