import { dayMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutAt } from '../../../test/fixtures/cut-connections.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { repaymentPlansFixture } from '../../../test/fixtures/repayment-plans.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Subscription } from '../../kernel/outbox/subscription.ts'
import { followStandingOrders } from './collect-due.ts'
import { runDuePlans } from './run-due-repayment-plans.ts'

const million = 1_000_000n
let fixture: Awaited<ReturnType<typeof repaymentPlansFixture>>
let orders: Subscription
let id: string

beforeAll(async () => {
  fixture = await repaymentPlansFixture()
  orders = followStandingOrders(owned<'outbox'>(fixture.whole.database.pools.api), fixture.loans.deps)
  id = await fixture.lateLoan()
})
afterAll(() => fixture.close())

const counted = async (template: string): Promise<number> =>
  (await publishedNotices(fixture.whole.database, { template })).length
/** A process that begins anew has connections of its own; here those that were cut are used up first. */
const anew = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )

test('a standing order that is killed between any two of its steps takes each deposit once', async () => {
  let taken = 0
  for (const how of ['before', 'in flight'] as const)
    for (let nth = 1; ; nth += 1) {
      await fixture.deposit(fixture.amy, million)
      taken += 1
      const wasCut = await cutAt(nth, how, () => orders.drain())
      const repaid = async () => {
        await anew(() => orders.drain())
        return (await fixture.loan(id))?.repaid.principal as string
      }
      await expect.poll(repaid, { message: `${how} ${nth}` }).toBe(`${taken}.000000`)
      if (!wasCut) break
    }
  expect(taken).toBeGreaterThan(8)
  expect(await counted('loan.standing_order')).toBe(taken)
  expect((await fixture.findings())[0]?.detail.filter(({ at }) => !at.startsWith('deposit '))).toEqual([])
}, 120_000)

test('a plan whose acceptance, or whose end, is killed on its way is in the one state or the other, with its notice', async () => {
  const { total } = (await fixture.loan(id)).owed as { total: string }
  const [whole = '0', rest = '0'] = total.split('.')
  const plan = await fixture.offer(id, [
    { day: fixture.dayIn(2), amount: `5.${rest}` },
    { day: fixture.dayIn(9), amount: String(BigInt(whole) - 5n) },
  ])
  const planHash = await fixture.hashOf(plan.id)
  const call = { session: { customerId: fixture.customerId }, ip: '127.0.0.1', lang: 'en' } as unknown as Call
  const state = async () => {
    const status = (await fixture.loan(id))?.status as string | undefined
    return status && `${status} ${await counted('loan.plan_accepted')} ${await counted('loan.plan_broken')}`
  }
  const seen = new Set<string | undefined>()
  const killed = async (work: () => Promise<unknown>): Promise<void> => {
    for (const how of ['before', 'in flight'] as const)
      for (let nth = 1; await cutAt(nth, how, work); nth += 1) {
        // Until a connection is new: those that were cut are used up first.
        const found = async () => {
          const one = await state().catch(() => undefined)
          if (one !== undefined) seen.add(one)
          return one
        }
        await expect.poll(found, { message: `${how} ${nth}` }).toBeDefined()
      }
  }
  await killed(() => fixture.loans.acceptPlan({ id: plan.id, planHash }, call))
  expect(await state()).toBe('ACTIVE 1 0')
  const later = { ...fixture.loans.deps.clock, now: () => fixture.now() + 12 * dayMs }
  await killed(() => runAt(later))
  expect(await state()).toBe('IN_ARREARS 1 1')
  expect([...seen].toSorted()).toEqual(['ACTIVE 1 0', 'IN_ARREARS 0 0', 'IN_ARREARS 1 1'])
  expect((await fixture.findings())[0]?.detail.filter(({ at }) => !at.startsWith('deposit '))).toEqual([])
}, 120_000)

/** The clock's round as of another time. */
const runAt = (clock: { now: () => number; monotonic: () => number }) => runDuePlans({ ...fixture.loans.deps, clock })
