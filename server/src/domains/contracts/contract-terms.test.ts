import { firstTable, versionOf, type ContractVersion } from '@evenhand/proofs/contracts/class-table.ts'
import { signContractRecords, type ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import { verifyContract, type SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { refusalOf, type Customer } from '../../../test/fixtures/options.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditWhole } from '../ledger/index.ts'
import type { NotificationEvent } from '../notices/index.ts'
import { firstContractTerms } from './index.ts'
import { notifyContractTerms } from './notify-terms.ts'

/** Version 2: crypto costs five times the spread, twice the fee, and has no leverage; the house takes 100 000 USDT of each. */
const decided = versionOf(2, {
  classes: firstTable.classes.map((row) =>
    row.class === 'crypto' ? { ...row, halfSpread: '0.1', fee: '0.08', financing: '0.04', leverage: 1 } : row,
  ),
  exposure: { instrument: '100000', total: '200000' },
}) as ContractVersion
let inForce = firstContractTerms.now()
const terms = {
  now: () => inForce,
  of: (version: number) => (version === 2 ? decided : firstContractTerms.of(version)),
}
/** An address of the United Kingdom. */
const british = '203.0.113.1'
const rig = await contractsFixture({
  terms,
  countriesOf: ({ country, ip }) => (ip === british ? [country, 'GB'] : [country]),
})
const { contracts, clock, customer, second, during, keys, signer } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
beforeEach(async () => {
  inForce = firstContractTerms.now()
  clock.advance(60_000)
  await second({ BTCUSDT: btc })
})
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 1 } as const
const recordsOf = async (id: string, amy: Customer): Promise<SignedRecord[]> =>
  (await contracts.byId({ id }, amy.call())).records as unknown as SignedRecord[]
const versionIn = ([accepted]: SignedRecord[]) =>
  (accepted as unknown as { instrument: { terms: { version: number } } }).instrument.terms.version

it('a position keeps the spread, fee and financing it was accepted under; new orders have the decided ones', async () => {
  const amy = await customer()
  const pending = await contracts.buy({ ...buy, orderType: 'LIMIT', price: '52000' }, amy.call())
  const before = await contracts.buy(buy, amy.call())
  await second({ BTCUSDT: btc })
  inForce = decided
  const shown = await contracts.preview(buy, amy.call())
  expect(shown).toMatchObject({ openPrice: '52152.10000', leverages: [1], cost: { feeOpen: '1.251651' } })
  expect(await refusalOf(contracts.buy({ ...buy, leverage: 2 }, amy.call()))).toMatchObject({ key: 'amountWrong' })
  const after = await contracts.buy(buy, amy.call())
  await second({ BTCUSDT: btc })
  // The limit order was placed at the old costs, and opens at them.
  await second({ BTCUSDT: 5_190_000_000n })
  // Another process reads the positions from the database, and the financing of a night is each one's own.
  const beside = rig.openBeside()
  clock.set(Math.ceil(clock.now() / 86_400_000) * 86_400_000 + 5_000)
  await rig.markets.tick('BTCUSDT', btc)
  await beside.holdNow()
  await beside.stop()
  for (const { orderId } of [pending, before, after])
    await during(contracts.close({ id: orderId }, amy.call()), { BTCUSDT: btc })
  const closed = async ({ orderId }: { orderId: string }) => (await contracts.byId({ id: orderId }, amy.call())).order
  expect(await closed(before)).toMatchObject({
    openPrice: '52110.42000',
    closePrice: '52089.58000',
    feeOpen: '0.625326',
  })
  expect(await closed(pending)).toMatchObject({ openPrice: '51910.38000', closePrice: '52089.58000' })
  expect(await closed(after)).toMatchObject({
    openPrice: '52152.10000',
    closePrice: '52047.90000',
    feeOpen: '1.251651',
  })
  const financing = async (order: { orderId: string }) => Number((await closed(order)).financing)
  expect(await financing(after)).toBeCloseTo((await financing(before)) * 2, 5)
  for (const [order, version] of [
    [before, 1],
    [pending, 1],
    [after, 2],
  ] as const) {
    const records = await recordsOf(order.orderId, amy)
    expect(versionIn(records)).toBe(version)
    expect(verifyContract(records, keys).findings).toEqual([])
  }
  const findings = await auditWhole(rig.database.pools.console as never, allCauses)
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

it('what the house still takes is limited by the version in force', async () => {
  inForce = decided
  const amy = await customer()
  await rig.database.asOwner(
    `update ledger.balances set free = free + 200000000000 where account_id = ${amy.accountId}`,
  )
  const refusal = await refusalOf(contracts.buy({ ...buy, lots: 2000n }, amy.call()))
  expect(refusal).toMatchObject({ key: 'capacityReached' })
})

it.each([
  ['fee', '0.01'],
  ['halfSpread', '0.0100'],
  ['fee', '9'],
])('a record that states another %s than it was computed with is found: %s', async (name, wrong) => {
  const amy = await customer()
  const { orderId } = await contracts.buy(buy, amy.call())
  await second({ BTCUSDT: btc })
  const bodies = (await recordsOf(orderId, amy)).map((record, at) => {
    const { proof: _proof, ...body } = record
    const { instrument } = body as unknown as { instrument: { terms: object } }
    return at === 0 ? { ...body, instrument: { ...instrument, terms: { ...instrument.terms, [name]: wrong } } } : body
  }) as unknown as ContractRecord[]
  const { proofAt } = signContractRecords(bodies, { batch: orderId, crypto: keys.crypto, signer })
  const signed = bodies.map((body, at) => ({ ...body, proof: proofAt(at) })) as unknown as SignedRecord[]
  expect(verifyContract(signed, keys).ok).toBe(false)
})

it('every customer who has requested a contract is notified once of terms that come, by mail where one is open or pending', async () => {
  const [holder, pending, former, stranger] = [await customer(), await customer(), await customer(), await customer()]
  await contracts.buy(buy, holder.call())
  await contracts.buy({ ...buy, orderType: 'LIMIT', price: '52000' }, pending.call())
  const closed = await contracts.buy(buy, former.call())
  await second({ BTCUSDT: btc })
  await during(contracts.close({ id: closed.orderId }, former.call()), { BTCUSDT: btc })
  const notified: NotificationEvent[] = []
  const done = new Set<string>()
  const notices = {
    notifyBulk: async ({
      what,
      next,
    }: {
      what: string
      next: (after: bigint) => Promise<readonly NotificationEvent[]>
    }) => {
      for (let page = await next(0n); page.length > 0; page = await next(page.at(-1)?.accountId ?? 0n))
        notified.push(...page)
      return done.add(what).has(what)
    },
  }
  const version = (number: number, appliesAt: number) => ({ version: number, appliesAt, table: firstTable })
  const decidedNow = [version(2, clock.now() - 1), version(3, clock.now() + 86_400_000)]
  const db = owned<'contracts'>(rig.database.pools.api)
  const { run } = notifyContractTerms({ clock, notices, db, decided: async () => decidedNow })
  await run()
  await run()
  expect([...done]).toEqual(['params:contracts:3'])
  const noticesOf = ({ accountId }: Customer) =>
    notified.filter((one) => one.accountId === accountId).map(({ params }) => params)
  const params = (open: 'yes' | 'no') => ({ version: 3, at: clock.now() + 86_400_000, open })
  expect([noticesOf(holder), noticesOf(pending), noticesOf(former), noticesOf(stranger)]).toEqual([
    [params('yes')],
    [params('yes')],
    [params('no')],
    [],
  ])
})

it('a coin is refused where the address is of a country that has no contracts on coins, whatever was declared', async () => {
  await second({ EURUSD: 1_085_000_000n })
  const amy = await customer()
  const away = { ...amy.call(), ip: british }
  const refused = { key: 'notInYourCountry', params: { product: 'contracts', country: 'GB' } }
  expect(await refusalOf(contracts.preview(buy, away))).toMatchObject(refused)
  expect(await refusalOf(contracts.buy(buy, away))).toMatchObject(refused)
  await contracts.buy({ ...buy, code: 'EURUSD' }, away)
  await contracts.buy(buy, amy.call())
})
