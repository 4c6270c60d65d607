import { hash, randomBytes, randomUUID } from 'node:crypto'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { planTermsHash } from '@evenhand/proofs/plans/terms.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import type { PlanProduct } from '@evenhand/protocol/plans.ts'
import { afterAll, expect, it } from 'vitest'
import { createLoans, type LoansDeps } from '../src/domains/loans/index.ts'
import { publishNotices } from '../src/domains/notices/notices.events.ts'
import { owned } from '../src/kernel/db/db.ts'
import { silentLog } from '../src/kernel/log.ts'
import { cutAt } from './fixtures/cut-connections.ts'
import { plansFixture } from './fixtures/plans.ts'
import { publishedNotices } from './fixtures/published-notices.ts'

const rig = await plansFixture({ enqueueNotices: publishNotices })
const { clock, customer, database, findings, plans } = rig
afterAll(() => rig.close())
const loans = createLoans({
  db: owned<'loans'>(database.pools.api),
  clock,
  log: silentLog,
  enqueueNotices: publishNotices,
} as unknown as LoansDeps)

const people = 2
/** A process that begins anew has connections of its own; here those that were cut are used up first. */
async function afterwards(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1)
    if (
      await work().then(
        () => true,
        () => false,
      )
    )
      return
  await work()
}
type Person = Awaited<ReturnType<typeof customer>>
const counted = async (query: string, values: unknown[] = []): Promise<number> =>
  Number(((await database.asOwner(`select count(*)::int as n from ${query}`, values)) as { n: number }[])[0]?.n)

/** Plans of two days, and nothing else that is due. */
async function shortPlans(): Promise<void> {
  const id = randomUUID()
  await database.asOwner(
    `insert into plans.products (id, names, sources, days, daily_ppm, penalty_ppm, cooling_hours, min_amount, max_amount,
      capacity, terms_hash, status, at)
    select $1, names, sources, 2, 110, 2000, 24, 500000000, 20000000000, 1000000000000000, decode($2, 'hex'), 'OPEN', at
    from plans.products where days = 30 limit 1`,
    [id, planTermsHash(id, { days: 2, dailyPpm: 110n, penaltyPpm: 2_000n, coolingHours: 24 }, nodeCrypto)],
  )
}
async function beginPlan(person: Person): Promise<void> {
  const products: PlanProduct[] = (await person.get('smart/listProducts')).result
  const { id, days, termsHash } = products.find((one) => one.days === 2) as PlanProduct
  const response = await person.post('order/buySmart', { productId: id, days, amount: '1000', termsHash })
  expect(response.code, JSON.stringify(response)).toBe(200)
}

/** A loan of seven days that is paid out now, as the tables have one after its application and approval. */
async function lend({ accountId }: Person): Promise<string> {
  const id = randomUUID()
  const at = new Date(clock.now())
  await database.asOwner(
    `insert into loans.loans (id, customer_id, account_id, amount, days, free_days, daily_ppm, agreement, agreement_hash,
      agreement_lang, template_version, typed_name, ip_hash, signed_at, remark, approvals_needed, moved_at, review_due_at)
    select $1, c.id, c.account_id, 500000000, 7, 3, 300, 'x', decode($2, 'hex'), 'en', 1, 'Amy', $3, $4, '', 1, $4, $4
    from accounts.customers c where c.account_id = $5`,
    [id, hash('sha256', 'x'), randomBytes(32), at, accountId],
  )
  await database.asOwner(`update accounts.customers set credit_score = 850 where account_id = $1`, [accountId])
  await database.asOwner(`update loans.loans set status = 'APPROVED', decided_at = $2 where id = $1`, [id, at])
  await database.asOwner(`select loans.disburse(l, $2, $3) from loans.loans l where l.id = $1`, [
    id,
    new Date(clock.now() + 4 * dayMs),
    at,
  ])
  return id
}

it('a payday that is killed between any two of its steps pays each yield and each principal once, by the next round', async () => {
  await shortPlans()
  const all = await Promise.all(Array.from({ length: people }, () => customer(1_000)))
  let days = 0
  for (const how of ['before', 'in flight'] as const)
    for (let nth = 1; ; nth += 1) {
      for (const one of all) await beginPlan(one)
      days += 2
      clock.advance(2 * dayMs + 1)
      const wasCut = await cutAt(nth, how, () => plans.payDue())
      const free = 1_000_000_000n + BigInt(days) * 110_000n
      // The database may see the end a moment later, and a round leaves what another one has.
      const next = async () => {
        await afterwards(() => plans.payDue())
        return Promise.all(all.map(({ accountId }) => rig.usdtOf(accountId)))
      }
      await expect.poll(next, { message: `${how} ${nth}` }).toEqual(all.map(() => ({ free, held: 0n })))
      if (!wasCut) break
    }
  const rounds = days / 2
  expect(rounds).toBeGreaterThan(15)
  expect(await counted(`ledger.entries where kind = 'plan.yield'`)).toBe(people * days)
  expect(await publishedNotices(database, { template: 'plan.completed' })).toHaveLength(people * rounds)
  expect(await findings()).toEqual([])
}, 120_000)

it('a loan that its customer does not repay is overdue, in arrears and written off once each, wherever the clock is killed', async () => {
  const all = await Promise.all(Array.from({ length: people }, () => customer(0)))
  let rounds = 0
  // Its steps are alike: two of them are cut in flight as well.
  for (const [how, maxRounds] of [
    ['before', Infinity],
    ['in flight', 20],
  ] as const)
    for (let nth = 1; nth <= maxRounds; nth += 1) {
      for (const one of all) await lend(one)
      rounds += 1
      clock.advance(204 * dayMs)
      const wasCut = await cutAt(nth, how, () => loans.runDue())
      await afterwards(() => loans.runDue())
      if (!wasCut) break
    }
  expect(rounds).toBeGreaterThan(30)
  const each = people * rounds
  expect(await counted(`loans.loans where status = 'WRITTEN_OFF' and due_at is null`)).toBe(each)
  for (const step of ['OVERDUE', 'IN_ARREARS', 'WRITTEN_OFF'])
    expect([
      await counted('loans.steps where step = $1', [step]),
      await counted('loans.score_events where kind = $1', [step]),
    ]).toEqual([each, each])
  for (const template of ['loan.overdue', 'loan.arrears', 'loan.written_off'])
    expect(await publishedNotices(database, { template }), template).toHaveLength(each)
}, 120_000)
