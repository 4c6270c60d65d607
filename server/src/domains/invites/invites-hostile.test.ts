import { dayMs } from '@evenhand/protocol/durations.ts'
import { afterAll, afterEach, expect, it } from 'vitest'
import { owned } from '../../kernel/db/db.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'
import { invitesFixture, type Invitee } from '../../../test/fixtures/invites.ts'
import { invitesConsole } from './invites.console.ts'
import { nextMonday } from './invites.rules.ts'

let isFailing = false
const rig = await invitesFixture({
  enqueueNotices: async () => {
    if (isFailing) throw new Error('killed before the commit')
  },
})
const { clock, contracts, invites, person, second, during, usdtOf, findings, signals, database } = rig
const beside = rig.openInvitesBeside()
afterAll(() => rig.close())
afterEach(async () => expect(await findings()).toEqual([]))

const btc = 5_210_000_000n
/** One contract of 1.6 BTC, opened and closed: 6.001919 of reward under the discount. */
async function trade(who: Invitee, lots = 1600n): Promise<void> {
  const order = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots, leverage: 2 } as const
  clock.advance(60_000)
  await second({ BTCUSDT: btc })
  const { orderId } = await contracts.buy(order, who.call())
  await second({ BTCUSDT: btc })
  await during(contracts.close({ id: orderId }, who.call()), { BTCUSDT: btc })
  await invites.gatherFees()
}
const toMonday = async (): Promise<void> => {
  await rig.jump(nextMonday(clock.now()))
  await invites.payDue()
}
const sums = async (who: Invitee) => (await invites.info({}, who.call())).sums
const invitee = async (who: Invitee) => (await invites.list({}, who.call())).rows[0]
const bind = (who: Invitee, code: string): Promise<string> =>
  invites.bind({ code }, who.call()).then(
    () => 'done',
    ({ key, params }: Refusal) => {
      const { fields } = params as { fields?: { reason: string }[] }
      return fields?.[0]?.reason ?? key
    },
  )

it('a code is entered once, in time, before anything was traded, and never one’s own', async () => {
  const [amy, ben] = [await person(), await person()]
  expect(await bind(ben, ben.code)).toBe('own')
  for (const code of ['', 'AAAAAA', 'AAAAA0', '%', 'AAAAAAA', "' or 1=1"]) expect(await bind(ben, code)).toBe('unknown')
  expect(await bind(ben, ` ${amy.code.toLowerCase()} `)).toBe('done')
  expect(await bind(ben, amy.code)).toBe('bound')
  // Neither directly nor over another does a customer become invited by whom he invited.
  expect(await bind(amy, ben.code)).toBe('loop')
  const cleo = await person({ invitedBy: ben })
  expect(await bind(amy, cleo.code)).toBe('loop')
  const late = await person()
  clock.advance(10 * dayMs - 1)
  const inTime = await person()
  clock.advance(1)
  expect(await bind(late, amy.code)).toBe('late')
  await trade(inTime, 1n)
  expect(await bind(inTime, amy.code)).toBe('traded')
  const german = await person({ country: 'DE' })
  expect(await bind(german, amy.code)).toBe('notInYourCountry')
  const change = database.asOwner('update accounts.customers set invited_by = $1 where id = $2', [inTime.id, ben.id])
  await expect(change).rejects.toThrow()
})

it('twenty bindings at once come to one, and two who bind each other to no loop', async () => {
  const inviters = [await person(), await person(), await person()]
  const ben = await person()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => bind(ben, inviters[n % inviters.length]?.code ?? '')),
  )
  expect(responses.filter((response) => response === 'done')).toHaveLength(1)
  expect(responses.filter((response) => response === 'bound')).toHaveLength(19)
  const [one, other] = [await person(), await person()]
  expect((await Promise.all([bind(one, other.code), bind(other, one.code)])).toSorted()).toEqual(['done', 'loop'])
})

it('a payment that is killed before its commit is made whole by the next, beside twenty others', async () => {
  const amy = await person()
  await trade(await person({ invitedBy: amy }))
  const had = await usdtOf(amy.accountId)
  clock.set(nextMonday(clock.now()))
  isFailing = true
  await invites.payDue()
  expect(await usdtOf(amy.accountId)).toBe(had)
  isFailing = false
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? invites : beside).payDue()))
  expect(await usdtOf(amy.accountId)).toBe(had + 6_001_919n)
})

it('unverified rewards wait and are not lost; of a closed country nothing arises', async () => {
  const amy = await person()
  const ben = await person({ invitedBy: amy, verified: false })
  await trade(ben)
  const had = await usdtOf(amy.accountId)
  await toMonday()
  expect(await usdtOf(amy.accountId)).toBe(had)
  expect(await invitee(amy)).toMatchObject({ status: 'WAITING', verified: false })
  await database.asOwner(`update accounts.customers set kyc_status = 'VERIFIED' where id = $1`, [ben.id])
  await toMonday()
  expect(await usdtOf(amy.accountId)).toBe(had + 6_001_919n)

  const dora = await person({ invitedBy: amy, country: 'FR' })
  await trade(dora)
  const { rows } = await invites.rewards({ side: 'given' }, dora.call())
  // The whole fee: no discount, no reward.
  expect(rows[0]).toMatchObject({ reward: '0.000000', off: 'COUNTRY', status: null, fee: '33.337332' })
  expect(await invites.info({}, dora.call())).toMatchObject({ offered: false, inviter: { discountUntil: null } })
  expect((await invites.list({}, amy.call())).rows[0]).toMatchObject({ status: 'CLOSED', share: '0.000000' })
})

it('what looks like one person is held with its reason until a person decides, who releases or refuses it', async () => {
  const amy = await person()
  const [ben, cleo] = [await person({ invitedBy: amy }), await person({ invitedBy: amy })]
  signals.set(ben.id, ['DEVICE', 'EMAIL'])
  signals.set(cleo.id, ['NETWORK'])
  await trade(ben)
  await trade(cleo)
  const had = await usdtOf(amy.accountId)
  await toMonday()
  expect(await usdtOf(amy.accountId)).toBe(had)
  expect(await sums(amy)).toMatchObject({ held: '12.003838', paid: '0.000000' })
  // What comes in the meantime is held as well.
  await trade(ben)
  await toMonday()
  expect(await sums(amy)).toMatchObject({ held: '18.005757', accrued: '0.000000' })
  const held = (await invites.list({}, amy.call())).rows.find(({ review }) => review?.signals.length === 2)
  expect(held).toMatchObject({ status: 'HELD', review: { signals: ['DEVICE', 'EMAIL'], reason: null } })

  for (const wish of ["status = 'ACCRUED'", 'amount = amount - 1', 'inviter_id = invitee_id'])
    await expect(database.asOwner(`update invites.rewards set ${wish} where status = 'HELD'`)).rejects.toThrow()

  const { queue, decide } = consoleRoutes()
  const { rows } = await queue({})
  expect(rows.map((row: { held: string }) => row.held)).toEqual(expect.arrayContaining(['12.003838', '6.001919']))
  const pairOf = (who: Invitee) =>
    rows.find((row: { invitee: { id: string } }) => row.invitee.id === who.id).id as string
  expect(await decide({ id: pairOf(ben), decision: 'RELEASED', reason: 'two people of one flat' })).toMatchObject({
    status: 'RELEASED',
  })
  await expect(decide({ id: pairOf(ben), decision: 'REFUSED', reason: 'twice' })).rejects.toMatchObject({
    key: 'notFound',
  })
  await decide({ id: pairOf(cleo), decision: 'REFUSED', reason: 'one person twice' })
  // What was released is under review no longer, and waits for its Monday.
  expect(await sums(amy)).toMatchObject({ held: '0.000000', accrued: '12.003838' })
  await trade(cleo)
  await toMonday()
  expect(await usdtOf(amy.accountId)).toBe(had + 12_003_838n)
  expect(await sums(amy)).toMatchObject({
    held: '0.000000',
    accrued: '0.000000',
    paid: '12.003838',
    voided: '6.001919',
  })
  // What was reviewed holds nothing again; something new does.
  await trade(ben)
  await toMonday()
  expect(await sums(amy)).toMatchObject({ paid: '18.005757' })
  signals.set(ben.id, ['DEVICE', 'EMAIL', 'ADDRESS'])
  await trade(ben)
  await toMonday()
  expect(await sums(amy)).toMatchObject({ held: '6.001919', paid: '18.005757' })
})

/** The routes of the console as a risk officer calls them. */
function consoleRoutes() {
  const routes = invitesConsole({
    ...invites.deps,
    db: owned<'invites'>(database.pools.console),
    operators: {
      recordAuditEntry: async () => undefined,
      recordAccess: async () => undefined,
      verifyOperatorAssertion: async () => Promise.reject(new Error('nothing is signed')),
      filterCases: async () => ({}),
    },
  })
  const call = { operator: { id: rig.operatorId, name: 'risk', roles: ['risk'] }, lang: 'en' }
  const [queue, , decide] = routes.map(
    ({ run }) =>
      // oxlint-disable-next-line typescript/no-explicit-any -- the shapes are those of the routes
      async (request: object): Promise<any> =>
        run(request as never, call as never),
  )
  if (queue === undefined || decide === undefined) throw new Error('three routes')
  return { queue, decide }
}
