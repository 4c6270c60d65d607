import { signContractRecords, type ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import { verifyContract, type SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import type { Customer } from '../../../test/fixtures/options.ts'

const rig = await contractsFixture()
const { contracts, clock, customer, second, during, keys } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
const eur = 1_085_000_000n
beforeEach(async () => {
  clock.advance(60_000)
  await second({ BTCUSDT: btc, EURUSD: eur })
})
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const
const recordsOf = async (id: string, amy: Customer): Promise<SignedRecord[]> =>
  (await contracts.byId({ id }, amy.call())).records as unknown as SignedRecord[]
const checked = async (id: string, amy: Customer) => {
  const records = await recordsOf(id, amy)
  return { kinds: records.map(({ kind }) => kind), verdict: verifyContract(records, keys) }
}

it('every way a contract goes is computed again from its signed records', async () => {
  const amy = await customer()
  const stopped = await contracts.buy({ ...buy, stopLoss: '51000', takeProfit: '60000' }, amy.call())
  const limited = await contracts.buy({ ...buy, side: 'SELL', orderType: 'LIMIT', price: '53000' }, amy.call())
  const cancelled = await contracts.buy({ ...buy, orderType: 'LIMIT', price: '20000' }, amy.call())
  const night = await contracts.buy({ ...buy, code: 'EURUSD', lots: 100n, leverage: 20 }, amy.call())
  await second({ BTCUSDT: btc, EURUSD: eur })
  const change = { id: stopped.orderId, stopLoss: '51500', takeProfit: null }
  await during(contracts.update(change, amy.call()), { BTCUSDT: btc })
  await during(contracts.cancel({ id: cancelled.orderId }, amy.call()), { BTCUSDT: btc })
  await second({ BTCUSDT: 5_320_000_000n })
  await second({ BTCUSDT: 5_100_000_000n })
  await during(contracts.close({ id: limited.orderId, lots: 7n }, amy.call()), { BTCUSDT: btc })
  await during(contracts.close({ id: limited.orderId }, amy.call()), { BTCUSDT: btc })
  clock.set(Math.ceil(clock.now() / 86_400_000) * 86_400_000 + 5_000)
  await second({ EURUSD: eur })
  await during(contracts.close({ id: night.orderId }, amy.call()), { EURUSD: eur })
  const kinds = [
    [stopped, ['accepted', 'opened', 'stops', 'closed']],
    [limited, ['accepted', 'opened', 'closed', 'closed']],
    [cancelled, ['accepted', 'ended']],
    [night, ['accepted', 'opened', 'financed', 'closed']],
  ] as const
  for (const [{ orderId }, expected] of kinds) {
    const { kinds: found, verdict } = await checked(orderId, amy)
    expect(found).toEqual(expected)
    expect(verdict.findings).toEqual([])
    expect(verdict.state?.ended).toBe(true)
  }
})

it('a close-out follows from the level that was recorded before it', async () => {
  const amy = await customer()
  const { orderId } = await contracts.buy({ ...buy, lots: 360n }, amy.call())
  await second({ BTCUSDT: btc })
  await second({ BTCUSDT: (btc * 70n) / 100n })
  await second({ BTCUSDT: (btc * 70n) / 100n })
  const { kinds, verdict } = await checked(orderId, amy)
  expect(kinds).toEqual(['accepted', 'opened', 'closingOut', 'closed'])
  expect(verdict.findings).toEqual([])
})

/** The value with one thing in it changed, for every thing in it. */
function* altered(value: unknown): Generator {
  if (typeof value === 'string') yield `${value}1`
  else if (typeof value === 'number') yield value + 1
  else if (value === null) yield 'x'
  else if (typeof value === 'object') {
    for (const [name, item] of Object.entries(value as object))
      for (const other of altered(item)) {
        if (Array.isArray(value)) yield value.map((one: unknown, at) => (String(at) === name ? other : one))
        else yield { ...value, [name]: other }
      }
  }
}

it('a record that was altered in any field, left out or put elsewhere is found', async () => {
  const amy = await customer()
  const { orderId } = await contracts.buy({ ...buy, stopLoss: '51000' }, amy.call())
  await second({ BTCUSDT: btc })
  await second({ BTCUSDT: 5_000_000_000n })
  const records = await recordsOf(orderId, amy)
  const passed: unknown[] = []
  let tried = 0
  records.forEach((record, at) => {
    for (const other of altered(record)) {
      tried += 1
      if (verifyContract(records.with(at, other as SignedRecord), keys).ok) passed.push(other)
    }
  })
  expect(tried).toBeGreaterThan(80)
  expect(passed).toEqual([])
  expect(verifyContract(records.slice(1), keys).ok).toBe(false)
  expect(verifyContract([records[0], records[2]] as SignedRecord[], keys).ok).toBe(false)
})

it.each([
  ['opened', 'openPrice', '52110.42001'],
  ['opened', 'margin', '781.656301'],
  ['opened', 'fee', '0.625327'],
  ['opened', 'units', '0.03000001'],
  ['closed', 'closePrice', '49990.00001'],
  ['closed', 'profit', '-63.612599'],
  ['closed', 'feeClose', '0.599881'],
  ['closed', 'reason', 'TP'],
  ['closed', 'restLots', '0.01'],
])('a %s record signed with another %s is found by computing it again', async (kind, name, wrong) => {
  const amy = await customer()
  const { orderId } = await contracts.buy({ ...buy, stopLoss: '51000' }, amy.call())
  await second({ BTCUSDT: btc })
  await second({ BTCUSDT: 5_000_000_000n })
  const bodies = (await recordsOf(orderId, amy)).map(({ proof, ...body }) =>
    proof.index >= 0 && body.kind === kind ? { ...body, [name]: wrong } : body,
  ) as unknown as ContractRecord[]
  const { proofAt } = signContractRecords(bodies, { batch: orderId, crypto: keys.crypto, signer: rig.signer })
  const signed = bodies.map((body, at) => ({ ...body, proof: proofAt(at) })) as unknown as SignedRecord[]
  expect(verifyContract(signed, keys).findings).toMatchObject([{ is: 'recomputed', at: expect.stringContaining(name) }])
})

it('midnight is charged at the last tick by then while prices go on, and an order is not filled after its time', async () => {
  const amy = await customer()
  const night = await contracts.buy({ ...buy, code: 'EURUSD', lots: 100n, leverage: 20 }, amy.call())
  await second({ EURUSD: eur })
  const midnight = Math.ceil(clock.now() / 86_400_000) * 86_400_000
  clock.set(midnight - 3_000)
  const waitsUntil = midnight + 1_000
  await second({ BTCUSDT: btc, EURUSD: eur })
  const order = { ...buy, orderType: 'LIMIT', price: '50000', expiresAt: waitsUntil } as const
  const late = await contracts.buy(order, amy.call())
  for (let at = 0; at < 3; at += 1) await second({ BTCUSDT: btc, EURUSD: eur + BigInt(at) })
  for (let at = 3; at < 8; at += 1) await second({ BTCUSDT: 4_900_000_000n, EURUSD: eur + BigInt(at) })
  const { verdict } = await checked(night.orderId, amy)
  expect(verdict.findings).toEqual([])
  const [financed] = (await recordsOf(night.orderId, amy)).filter(({ kind }) => kind === 'financed')
  expect(financed).toMatchObject({ midnight, tick: { ts: midnight } })
  expect((await recordsOf(late.orderId, amy)).at(-1)).toMatchObject({ kind: 'ended', status: 'EXPIRED', tick: null })
})
