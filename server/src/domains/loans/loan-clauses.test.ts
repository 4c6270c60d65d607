import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../../../test/fixtures/forge.ts'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Subscription } from '../../kernel/outbox/subscription.ts'
import { auditCauses } from '../ledger/index.ts'
import { followStandingOrders, setOffOverdue } from './collect-due.ts'
import { collectDue } from './collections.store.ts'
import { findLoan, type LoansDb } from './loans.store.ts'

const million = 1_000_000n
let fixture: LoansFixture
let amy: string
let accountId: bigint
let customerId: string
let orders: Subscription

beforeAll(async () => {
  fixture = await loansFixture()
  amy = await fixture.verified('amy', 'E1234567P')
  accountId = await fixture.accountOf(amy)
  customerId = await fixture.customerIdOf(amy)
  orders = followStandingOrders(owned<'outbox'>(fixture.whole.database.pools.api), fixture.whole.product.loans.deps)
})
afterAll(() => fixture.close())

const findings = async () => {
  const { findings: found } = await auditCauses(owned<'ledger'>(fixture.whole.database.owner), allCauses)
  // Money that this test gives is no entry of the product, no operator approved its deposits, what it made older was signed later, and scores are given.
  const own = found.filter(({ at }) => !/, test|^deposit |approval of|^credit score/.test(at))
  return [{ invariant: '', detail: own }]
}
const usdt = async (): Promise<bigint> =>
  (await fixture.whole.product.ledger.balances(accountId)).find(({ asset }) => asset === 'USDT')?.free ?? 0n
const whole = async (id: string) => (await fixture.get(`loan/${id}`, amy)).result

type Clauses = { standingOrder?: true; setOff?: true }
/** A loan whose money was spent, as of a day of its life. */
async function spentLoan(clauses: Clauses, days: number, token = amy): Promise<string> {
  const { asOwner } = fixture.whole.database
  await asOwner('update accounts.customers set credit_score = 700 where id = $1', [await fixture.customerIdOf(token)])
  const query = Object.keys(clauses).map((name) => `&${name}=true`)
  const agreement = (await fixture.get(`loan/agreement?amount=500&days=7&lang=en${query.join('')}`, token)).result
  const applied = await fixture.post(
    'loan/apply',
    { amount: '500', days: 7, agreementHash: agreement.agreementHash, typedName: 'Amy Tan', ...clauses },
    token,
  )
  expect(applied.code, JSON.stringify(applied)).toBe(200)
  const { id } = applied.result as { id: string }
  expect((await fixture.approve('sandbox-finance1', id)).result).toMatchObject({ status: 'ACTIVE' })
  await fixture.give(await fixture.accountOf(token), 'USDT.loan', -500n * million)
  await fixture.age(id, days)
  return id
}

const deposit = (units: bigint): Promise<string> => fixture.deposit(amy, units)
const settled = () => orders.drain()

test('a standing order takes nothing before the term, then repays what is due out of deposits alone, until it is revoked', async () => {
  const id = await spentLoan({ standingOrder: true }, 3)
  expect(await whole(id)).toMatchObject({ standingOrder: { revokedAt: null }, setOff: null })
  await deposit(100n * million)
  await settled()
  expect(await usdt()).toBe(100n * million)
  await fixture.age(id, 4)
  expect(await whole(id)).toMatchObject({ status: 'OVERDUE' })
  // What lay there before belongs to no customer.
  expect(await usdt()).toBe(100n * million)
  await deposit(60n * million)
  await settled()
  expect([await usdt(), (await whole(id)).repaid]).toEqual([
    100n * million,
    { principal: '60.000000', interest: '0.000000' },
  ])
  expect((await whole(id)).events.at(-1)).toMatchObject({ kind: 'STANDING_ORDER', principal: '60.000000' })
  expect(await publishedNotices(fixture.whole.database, { template: 'loan.standing_order' })).toMatchObject([
    { params: { paid: '60.000000' } },
  ])
  const revoke = () => fixture.post('loan/revokeClause', { id, clause: 'STANDING_ORDER' }, amy)
  const revoked = await Promise.all(Array.from({ length: 20 }, revoke))
  expect(new Set(revoked.map(({ result }) => result.standingOrder.revokedAt)).size).toBe(1)
  expect((await fixture.post('loan/revokeClause', { id, clause: 'SET_OFF' }, amy)).code).toBe(40039)
  await deposit(10n * million)
  await settled()
  expect(await usdt()).toBe(110n * million)
  await fixture.give(accountId, 'USDT', 500n * million)
  expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).result).toMatchObject({ status: 'REPAID' })
  await fixture.give(accountId, 'USDT', -(await usdt()))
})

test('of twenty takings of one deposit beside twenty repayments each part counts once, and nothing beyond what is owed', async () => {
  const id = await spentLoan({ standingOrder: true }, 8)
  const { db, clock } = fixture.whole.product.loans.deps
  const owed = BigInt(((await whole(id)).owed.total as string).replace('.', ''))
  await fixture.give(accountId, 'USDT', 300n * million)
  const depositId = await deposit(200n * million)
  const take = () =>
    db.transaction().execute(async (tx) => {
      for (;;) {
        const row = await findLoan(tx as LoansDb, { id })
        const paid = row?.payments.reduce((sum, { principal, interest }) => sum + principal + interest, 0n) ?? 0n
        const due = owed - paid
        const done = await collectDue(tx as LoansDb, {
          id: randomUUID(),
          loanId: id,
          customerId,
          clause: 'STANDING_ORDER',
          deposit: { id: depositId, units: 200n * million },
          payments: row?.payments.length ?? 0,
          planId: null,
          due,
          owed: due,
          at: clock.now(),
        })
        if (done.outcome !== 'changed') return done.outcome
      }
    })
  const [taken, repaid] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, take)),
    Promise.all(Array.from({ length: 20 }, () => fixture.post('loan/repay', { id, amount: '10' }, amy))),
    settled(),
  ])
  expect(taken.filter((outcome) => outcome === 'paid').length).toBeLessThanOrEqual(1)
  const counted = repaid.filter(({ code }) => code === 200).length
  expect(counted).toBe(20)
  expect((await whole(id)).repaid.principal).toBe('400.000000')
  expect(await usdt()).toBe(100n * million)
  expect((await findings())[0]?.detail).toEqual([])
  expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).code).toBe(10026)
  await fixture.give(accountId, 'USDT', 100n * million)
  expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).result).toMatchObject({ status: 'REPAID' })
  await fixture.give(accountId, 'USDT', -(await usdt()))
})

test('only who ticked set-off has what is overdue taken, once however many processes run, and a withdrawal never waits', async () => {
  const id = await spentLoan({ setOff: true }, 6)
  const { deps } = fixture.whole.product.loans
  await fixture.give(accountId, 'USDT', 120n * million)
  await setOffOverdue(deps)
  expect(await usdt()).toBe(120n * million)
  await fixture.age(id, 1)
  await Promise.all(Array.from({ length: 20 }, () => setOffOverdue(deps)))
  expect([await usdt(), (await whole(id)).repaid.principal]).toEqual([0n, '120.000000'])
  expect((await fixture.post('loan/revokeClause', { id, clause: 'SET_OFF' }, amy)).code).toBe(200)
  await fixture.give(accountId, 'USDT', 500n * million)
  await setOffOverdue(deps)
  expect(await usdt()).toBe(500n * million)
  expect((await findings())[0]?.detail).toEqual([])
  expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).result).toMatchObject({ status: 'REPAID' })
})

test('a loan whose step or taking is refused keeps no other from its own', async () => {
  const { database, product } = fixture.whole
  const ben = await fixture.verified('ben', 'E7654321P')
  const [refused, other] = [await spentLoan({ setOff: true }, 6), await spentLoan({ setOff: true }, 6, ben)]
  const taken = async () => [
    (await whole(refused)).repaid.principal,
    (await fixture.get(`loan/${other}`, ben)).result.repaid.principal,
  ]
  await fixture.give(await fixture.accountOf(ben), 'USDT', 100n * million)
  const allowStep = await refuseRow(database, { table: 'loans.loans', on: 'update', when: `old.id = '${refused}'` })
  for (const id of [refused, other]) await fixture.age(id, 1)
  expect(await taken()).toEqual(['0.000000', '100.000000'])
  await allowStep()
  const when = `new.loan_id = '${refused}'`
  const allowTaking = await refuseRow(database, { table: 'loans.payments', on: 'insert', when })
  for (const token of [amy, ben]) await fixture.give(await fixture.accountOf(token), 'USDT', 10n * million)
  await product.loans.runDue()
  expect(await taken()).toEqual(['0.000000', '110.000000'])
  await allowTaking()
  await product.loans.runDue()
  expect(BigInt((await taken())[0]?.replace('.', '') ?? 0)).toBeGreaterThan(0n)
})

test.each([
  ['a clause that was not signed', 'loans.loans', `update loans.loans set standing_order = not standing_order`],
  ['a taking without a clause', 'loans.loans', `update loans.loans set set_off = false`],
  ['a taking after its end', 'loans.revocations', `update loans.revocations set at = at - interval '2 days'`],
  [
    'a taking of another deposit',
    'loans.payments',
    `update loans.payments set deposit_id = gen_random_uuid() where deposit_id is not null`,
  ],
  [
    'a repayment made a taking',
    'loans.payments',
    `update loans.payments set kind = 'SET_OFF' where kind = 'REPAYMENT'`,
  ],
])('%s, written past every trigger, is found with its location', async (_, table, statement) => {
  const locations = await forge(fixture.whole.database, { table, statement, findings })
  expect(locations.filter((location) => location.startsWith('loan LN')).length).toBeGreaterThan(0)
})
