import { randomUUID } from 'node:crypto'
import { dayMs, weekMs } from '@evenhand/protocol/durations.ts'
import { afterAll, afterEach, expect, it } from 'vitest'
import { forge } from '../../../test/fixtures/forge.ts'
import { invitesFixture, type Invitee } from '../../../test/fixtures/invites.ts'
import { nextMonday } from './invites.rules.ts'
import { owned, sql } from '../../kernel/db/db.ts'
import type { InvitesDb } from './invites.deps.ts'
import { keepFees, pay, rewardSums } from './invites.store.ts'

const rig = await invitesFixture()
const { clock, contracts, invites, person, second, during, usdtOf, findings, notices, database } = rig
const beside = rig.openInvitesBeside()
afterAll(() => rig.close())
// Whatever a test did: each payment has its cause, each reward its fees, and none is above a tenth of them.
afterEach(async () => expect(await findings()).toEqual([]))

const btc = 5_210_000_000n
/** Opens and closes a contract of so many lots; the fees go with it. */
async function trade(who: Invitee, lots = 400n): Promise<string> {
  const order = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots, leverage: 2 } as const
  clock.advance(60_000)
  await second({ BTCUSDT: btc })
  const { orderId } = await contracts.buy(order, who.call())
  await second({ BTCUSDT: btc })
  await during(contracts.close({ id: orderId }, who.call()), { BTCUSDT: btc })
  return orderId
}
const toMonday = async (): Promise<void> => {
  await rig.jump(nextMonday(clock.now()))
  await invites.payDue()
}
/** What a transaction comes to that is rolled back: made-up fees have no entries. */
async function undone<T>(
  read: (db: InvitesDb) => Promise<T>,
  from = owned<'invites'>(database.pools.api),
): Promise<T | undefined> {
  let result: T | undefined
  const undo = new Error('undone')
  await from
    .transaction()
    .execute(async (tx) => {
      result = await read(tx)
      throw undo
    })
    .catch((cause: unknown) => {
      if (cause !== undo) throw cause
    })
  return result
}
const info = async (who: Invitee) => invites.info({}, who.call())
const earned = async (who: Invitee) => invites.rewards({ side: 'earned', size: 100 }, who.call())

it('a tenth of each fee that an invited customer pays is paid on Monday, out of those fees', async () => {
  const amy = await person()
  const ben = await person({ invitedBy: amy })
  await trade(ben)
  const before = await info(amy)
  // 0.4 BTC at 52 110.42 and 52 089.58, 0.036 % each after the discount.
  const { rows } = await earned(amy)
  expect(rows.map(({ kind, fee, reward, status }) => [kind, fee, reward, status])).toEqual([
    ['CLOSE', '7.500900', '0.750090', 'ACCRUED'],
    ['OPEN', '7.503901', '0.750390', 'ACCRUED'],
  ])
  expect(before).toMatchObject({
    counts: { invited: 1, verified: 1, earning: 1 },
    sums: { accrued: '1.500480', paid: '0.000000' },
  })
  expect((await info(ben)).inviter).toMatchObject({ fees: '15.004801', earned: '1.500480', paid: '0.000000' })
  expect((await invites.rewards({ side: 'given' }, ben.call())).rows[0]).toMatchObject({
    orderNo: expect.stringMatching(/^EC/),
    name: null,
  })

  // Below 5 USDT it waits; the week after it is enough.
  const had = await usdtOf(amy.accountId)
  await toMonday()
  expect(await usdtOf(amy.accountId)).toBe(had)
  for (let n = 0; n < 3; n += 1) await trade(ben)
  await toMonday()
  expect(await usdtOf(amy.accountId)).toBe(had + 4n * 1_500_480n)
  expect((await info(amy)).sums).toMatchObject({ accrued: '0.000000', paid: '6.001920' })
  const { payments, rows: paid } = await earned(amy)
  expect(payments).toMatchObject([{ amount: '6.001920', dueAt: clock.now() }])
  expect(paid.every(({ status, payAt }) => status === 'PAID' && payAt === clock.now())).toBe(true)
  expect(notices.filter(({ accountId }) => accountId === amy.accountId).map(({ template }) => template)).toContain(
    'invite.paid',
  )
  expect((await invites.list({}, amy.call())).rows).toMatchObject([
    { name: expect.stringMatching(/^p\*\*\*x$/), share: '6.001920', status: 'EARNING' },
  ])
})

it('V12: each fee is counted once, and not the running total', async () => {
  const amy = await person()
  const [one, other] = [await person({ invitedBy: amy }), await person({ invitedBy: amy })]
  const at = clock.now()
  const given = { kind: 'OPEN' as const, orderNo: 1n, at, closed: false }
  const fees = [
    { ...given, ref: '00000000-0000-7000-8000-000000000001', accountId: one.accountId, fee: 10_000_000n },
    { ...given, ref: '00000000-0000-7000-8000-000000000002', accountId: other.accountId, fee: 5_000_000n },
  ]
  const sums = await undone(async (db) => {
    for (let n = 0; n < 3; n += 1) await keepFees(db, { fees, readTo: null })
    return rewardSums(db, { inviterId: amy.id })
  })
  expect(sums).toEqual({ accrued: 1_500_000n, held: 0n, paid: 0n, voided: 0n })
})

it('nothing is paid twice by twenty calls of two processes, and a Monday without service is made up for', async () => {
  const amy = await person()
  const ben = await person({ invitedBy: amy })
  await trade(ben, 1600n)
  const had = await usdtOf(amy.accountId)
  clock.advance(3 * weekMs)
  await Promise.all([invites, beside].map((one) => one.gatherFees()))
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? invites : beside).payDue()))
  expect(await usdtOf(amy.accountId)).toBe(had + 6_001_919n)
  const { payments } = await earned(amy)
  // As on the Monday itself.
  expect(payments).toMatchObject([{ amount: '6.001919' }])
  expect(clock.now() - (payments[0]?.dueAt ?? 0)).toBeGreaterThan(2 * weekMs)
})
it('no more than 1 000 USDT are paid in a month, and what is left comes with the next', async () => {
  const amy = await person()
  clock.set(Date.UTC(2026, 8, 1))
  const ben = await person({ invitedBy: amy })
  const fee = { kind: 'OPEN' as const, ref: randomUUID(), orderNo: 1n, accountId: ben.accountId, closed: false }
  const paid = await undone(async (db) => {
    await sql`select ledger.post('test.gift', ${randomUUID()}::uuid, array[(select id from ledger.accounts where name = 'revenue:contracts'),
        (select id from ledger.accounts where name = 'house:capital')], array[1, 1]::smallint[], array[9000000000, -9000000000], now())`.execute(
      db,
    )
    await keepFees(db, { fees: [{ ...fee, fee: 19_000_000_000n, at: clock.now() }], readTo: null })
    const each: bigint[] = []
    for (let dueAt = nextMonday(clock.now()); dueAt < Date.UTC(2026, 9, 20); dueAt += weekMs) {
      const monday = {
        inviterId: amy.id,
        accountId: amy.accountId,
        dueAt,
        payable: [ben.id],
        reviews: [],
        reviewDueAt: dueAt,
      }
      each.push((await pay(db, { ...monday, paymentId: randomUUID(), now: dueAt })).paid)
      // The same Monday once more.
      expect(await pay(db, { ...monday, paymentId: randomUUID(), now: dueAt })).toMatchObject({
        outcome: 'gone',
        paid: 0n,
      })
    }
    return each
  }, owned<'invites'>(database.owner))
  // Four Mondays of September, three of October.
  expect(paid).toEqual([1_000_000_000n, 0n, 0n, 0n, 900_000_000n, 0n, 0n])
})

it('the last instant of day 180 earns, and the next one does not', async () => {
  const amy = await person()
  const ben = await person({ invitedBy: amy })
  const bound = clock.now()
  const fee = { kind: 'OPEN' as const, orderNo: 1n, accountId: ben.accountId, fee: 1_000n, closed: false }
  const kept = async (ref: string, at: number) =>
    undone((db) => keepFees(db, { fees: [{ ...fee, ref, at }], readTo: null }))
  expect(await kept('00000000-0000-7000-8000-0000000000a1', bound + 180 * dayMs - 1)).toBe(1)
  expect(await kept('00000000-0000-7000-8000-0000000000a2', bound + 180 * dayMs)).toBe(0)
  expect(await kept('00000000-0000-7000-8000-0000000000a3', bound - 1)).toBe(0)
})

it.each([
  ['takes a reward away', 'invites.rewards', `delete from invites.rewards where status = 'PAID'`],
  ['gives it to another', 'invites.rewards', `update invites.rewards set inviter_id = invitee_id`],
  ['claims it is still to be paid', 'invites.rewards', `update invites.rewards set status = 'ACCRUED' where paid > 0`],
  [
    'takes a fee away',
    'invites.fees',
    'delete from invites.fees where ref = (select min(ref::text)::uuid from invites.fees where reward > 0)',
  ],
  [
    'claims it was paid earlier',
    'invites.payments',
    `update invites.payments set paid_at = paid_at - interval '1 second'`,
  ],
])('the owner of the database %s, and the audit names the location', async (_, table, statement) => {
  const locations = await forge(database, { table, statement, findings })
  expect(locations.filter((location) => location.startsWith('invite ')).length).toBeGreaterThan(0)
})
