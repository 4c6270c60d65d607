import { verifyContract, type SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import { afterAll, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { refusalOf, type Customer } from '../../../test/fixtures/options.ts'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'

const rig = await contractsFixture()
const { contracts, clock, customer, markets, second, during, keys } = rig
const early = await contractsFixture()
const apart = await contractsFixture()
afterAll(() => Promise.all([rig.close(), early.close(), apart.close()]))

const eur = 1_085_000_000n
const dax = markets.instrument('FDAX.F')?.refUnits ?? 0n
const buy = { code: 'FDAX.F', side: 'BUY', orderType: 'MARKET', lots: 10n, leverage: 2 } as const
const at = (text: string): number => Date.parse(text)
const checked = async (id: string, amy: Customer) => {
  const records = (await contracts.byId({ id }, amy.call())).records as unknown as SignedRecord[]
  return [records.map(({ kind }) => kind), verifyContract(records, keys).findings]
}

it('financing and expiry take the last tick in time second by second, and the days off of the exchange', async () => {
  const amy = await customer()
  // Eurex is closed on the 31st: its last business day of 2026 is the 30th.
  clock.set(at('2026-12-30T15:59:50Z'))
  await second({ 'FDAX.F': dax, EURUSD: eur })
  expect((await contracts.preview(buy, amy.call())).expirationTime).toBe(at('2026-12-30T16:00:00Z'))
  const waiting = await contracts.buy({ ...buy, orderType: 'STOP', price: '23691' }, amy.call())
  const future = await contracts.buy(buy, amy.call())
  for (let n = 0; n < 14; n += 1) await second({ 'FDAX.F': dax + BigInt(n) * 100_000n, EURUSD: eur })
  const { order } = await contracts.byId({ id: future.orderId }, amy.call())
  expect(order).toMatchObject({ closeReason: 'EXPIRY', closeTime: at('2026-12-30T16:00:00Z') })
  // An order that waited through the expiry opens for the next one.
  await second({ 'FDAX.F': dax + 20_000_000n, EURUSD: eur })
  const opened = await contracts.byId({ id: waiting.orderId }, amy.call())
  expect(opened.order).toMatchObject({ status: 'OPEN', expirationTime: at('2027-01-29T16:00:00Z') })
  clock.set(at('2026-12-30T23:59:55Z'))
  await second({ EURUSD: eur })
  const night = await contracts.buy({ ...buy, code: 'EURUSD', lots: 100n }, amy.call())
  for (let n = 0; n < 9; n += 1) await second({ EURUSD: eur + BigInt(n) * 1_000_000n })
  await during(contracts.close({ id: night.orderId }, amy.call()), { EURUSD: eur })
  expect(await checked(future.orderId, amy)).toEqual([['accepted', 'opened', 'closed'], []])
  expect(await checked(night.orderId, amy)).toEqual([['accepted', 'opened', 'financed', 'closed'], []])
})

it('five days before it expires a position is announced once, also by a process that begins anew', async () => {
  const amy = await early.customer()
  const notices = () => early.noticesOf(amy.accountId).map(({ params }) => params)
  early.clock.set(at('2026-12-25T15:59:50Z'))
  await early.second({ 'FDAX.F': dax, EURUSD: eur })
  const { orderId } = await early.contracts.buy(buy, amy.call())
  await early.second({ 'FDAX.F': dax, EURUSD: eur })
  await early.contracts.notifyExpiry()
  expect(notices()).toEqual([])
  // Away when it was due.
  early.clock.set(at('2026-12-25T18:00:00Z'))
  const next = early.openBeside()
  await Promise.all([next.notifyExpiry(), early.contracts.notifyExpiry()])
  await next.notifyExpiry()
  const expiresAt = at('2026-12-30T16:00:00Z')
  expect(notices()).toEqual([{ orderId, mode: 'virtual', code: 'FDAX.F', lots: '0.10', expiresAt }])
  // One that opens now has its expiry on the ticket.
  await early.second({ 'FDAX.F': dax, EURUSD: eur })
  await early.contracts.buy(buy, amy.call())
  await early.second({ 'FDAX.F': dax, EURUSD: eur })
  await early.contracts.notifyExpiry()
  expect(notices()).toHaveLength(1)
  await next.stop()
})

it('a position whose expiry cannot be announced keeps no other from its notice', async () => {
  const [amy, ben] = [await apart.customer(), await apart.customer()]
  const count = () => [amy, ben].map(({ accountId }) => apart.noticesOf(accountId).length)
  apart.clock.set(at('2026-12-20T15:59:50Z'))
  await apart.second({ 'FDAX.F': dax, EURUSD: eur })
  const { orderId } = await apart.contracts.buy(buy, amy.call())
  await apart.contracts.buy(buy, ben.call())
  await apart.second({ 'FDAX.F': dax, EURUSD: eur })
  const allow = await refuseRow(apart.database, {
    table: 'contracts.positions',
    on: 'update',
    when: `old.id = '${orderId}'`,
  })
  apart.clock.set(at('2026-12-26T18:00:00Z'))
  await expect(apart.contracts.notifyExpiry()).rejects.toThrow('refused')
  expect(count()).toEqual([0, 1])
  await allow()
  await apart.contracts.notifyExpiry()
  expect(count()).toEqual([1, 1])
})

it('an order is refused while the pair that converts its quote currency has no price of now, or one of a bulletin', async () => {
  const amy = await customer()
  await second({ 'FDAX.F': dax, EURUSD: eur })
  clock.advance(10_000)
  await second({ 'FDAX.F': dax })
  expect((await refusalOf(contracts.buy(buy, amy.call()))).params).toMatchObject({ reason: 'stale' })
  await markets.tick('EURUSD', eur, { feedKind: 'delayed' })
  expect((await refusalOf(contracts.buy(buy, amy.call()))).key).toBe('feedKindTooLow')
  await second({ 'FDAX.F': dax, EURUSD: eur })
  expect(await contracts.preview(buy, amy.call())).toHaveProperty('requiredMargin')
})
