import { signContractRecords, type ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contractBooksFixture } from '../../../test/fixtures/contract-books.ts'
import { start } from '../../../test/fixtures/books.ts'

const rig = await contractBooksFixture(['BTCUSDT', 'EURJPY', 'USDJPY'])
const { books, clock, contracts, database, during, markets, second } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
const yen = (code: string, text: string): bigint => parseUnits(text, markets.instrument(code)?.precision ?? 0) ?? 0n
const pair = { EURJPY: yen('EURJPY', '163.25'), USDJPY: yen('USDJPY', '150.4') }
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const
let began = start
beforeEach(async () => {
  // Far from what another test has tampered with.
  clock.advance(3_600_000)
  began = clock.now()
  await second({ BTCUSDT: btc, ...pair })
})

const replay = () => books.replay({ from: began, to: clock.now() + 1 })
const found = async () =>
  (await replay()).findings.map(({ at }) => at.replace(/^contract \S+ /, '').replace(/[0-9a-f-]{36}/g, 'ID'))
const tamper = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)

/** A position that its stop has closed at the third tick after its opening. */
async function stopped() {
  const { accountId, call } = await rig.customer()
  const { orderId } = await contracts.buy({ ...buy, stopLoss: '51000' }, call())
  await second({ BTCUSDT: btc })
  await second({ BTCUSDT: 5_150_000_000n })
  await second({ BTCUSDT: 5_000_000_000n })
  return { accountId, orderId }
}

type Row = { body: string; id: string; batch_index: number }
/** Rewrites records of a contract and signs their batches anew with the installation's own key. */
async function forge(orderId: string, change: (record: ContractRecord) => ContractRecord): Promise<void> {
  const batches = (await database.asOwner(
    `select distinct batch_id as id from contracts.records where order_id = '${orderId}'`,
  )) as { id: string }[]
  for (const { id } of batches) {
    const rows = (await database.asOwner(
      `select body, batch_id as id, batch_index from contracts.records where batch_id = '${id}' order by batch_index`,
    )) as Row[]
    const bodies = rows.map(({ body }) => change(JSON.parse(body) as ContractRecord))
    const { batch } = signContractRecords(bodies, { batch: id, crypto: nodeCrypto, signer: rig.signing })
    for (const [index, body] of bodies.entries())
      await tamper(
        `update contracts.records set body = '${JSON.stringify(body)}' where batch_id = '${id}' and batch_index = ${index}`,
      )
    await tamper(`update contracts.batches set root = decode('${batch.root}', 'hex'), signature = decode('${batch.signature}', 'hex'),
      leaves = decode('${Buffer.from(batch.leaves).toString('hex')}', 'hex') where id = '${id}'`)
  }
}

test('every way a contract goes is computed again alike', async () => {
  const { call } = await rig.customer()
  await stopped()
  await second({ BTCUSDT: btc })
  const limited = await contracts.buy({ ...buy, side: 'SELL', orderType: 'LIMIT', price: '53000' }, call())
  const cancelled = await contracts.buy({ ...buy, orderType: 'LIMIT', price: '20000' }, call())
  const yenned = await contracts.buy({ ...buy, code: 'EURJPY', lots: 100n, leverage: 20 }, call())
  await second({ BTCUSDT: btc, ...pair })
  await during(contracts.update({ id: yenned.orderId, stopLoss: '162.500', takeProfit: null }, call()), pair)
  await during(contracts.cancel({ id: cancelled.orderId }, call()), { BTCUSDT: btc })
  await second({ BTCUSDT: 5_320_000_000n })
  await during(contracts.close({ id: limited.orderId, lots: 7n }, call()), { BTCUSDT: btc })
  const { compared, findings } = await replay()
  expect(findings).toEqual([])
  expect(compared).toBe(4)
  const midnight = Math.ceil(clock.now() / 86_400_000) * 86_400_000
  clock.set(midnight - 2_000)
  for (let at = 0; at < 6; at += 1) await second(pair)
  await during(contracts.close({ id: yenned.orderId }, call()), pair)
  expect((await replay()).findings).toEqual([])
})

test('a record that was altered without its signature is found', async () => {
  const { orderId } = await stopped()
  await tamper(
    `update contracts.records set body = replace(body, '-63.612600', '-53.612600') where order_id = '${orderId}'`,
  )
  expect(await found()).toContain('record closed')
})

test.each([
  ['closed', 'profit', '-53.612600', ['closed.profit', 'closed ID.profit', 'entry of ID']],
  ['closed', 'feeClose', '0.000001', ['closed.feeClose', 'closed ID.feeClose', 'entry of ID']],
  ['opened', 'margin', '1.000000', ['opened.margin']],
  [
    'opened',
    'rate',
    '2/1',
    ['opened.notional', 'opened.margin', 'opened.fee', 'opened.rate', 'closed.feeOpen', 'closed.margin'],
  ],
])(
  'a %s record with another %s is found, though it is signed with the right key',
  async (kind, name, wrong, locations) => {
    const { orderId } = await stopped()
    await forge(orderId, (record) => (record.kind === kind ? { ...record, [name]: wrong } : record))
    expect((await found()).toSorted()).toEqual([...locations].toSorted())
  },
)

test('a tick that was made up for a closing is found against the record of prices', async () => {
  const { orderId } = await stopped()
  await forge(orderId, (record) => {
    if (record.kind !== 'closed') return record
    const { seq, ts } = record['tick'] as { seq: number; ts: number }
    return { ...record, tick: { seq, ts, price: '49000.00000' } }
  })
  expect(await found()).toContainEqual(expect.stringMatching(/^closed\.tick \d+$/))
})

test('a stop that was passed over is found, and so is a pending order', async () => {
  const { call } = await rig.customer()
  const { orderId } = await contracts.buy({ ...buy, stopLoss: '51000' }, call())
  const limited = await contracts.buy({ ...buy, orderType: 'LIMIT', price: '50500' }, call())
  await second({ BTCUSDT: btc })
  clock.advance(10_000)
  // Recorded, and never held against anything.
  await markets.tick('BTCUSDT', 5_000_000_000n)
  clock.advance(1_000)
  const { findings } = await replay()
  expect(findings.map(({ at, found: what }) => [at, what])).toEqual(
    expect.arrayContaining([
      [`contract ${orderId} stop`, 'nothing'],
      [`contract ${limited.orderId} fill`, 'nothing'],
    ]),
  )
  expect(findings).toHaveLength(2)
  await contracts.holdNow()
  expect((await replay()).findings).toEqual([])
})

test('a closing that was made up is found: row, entry and balances fit, and no record', async () => {
  const { accountId, call } = await rig.customer()
  const { orderId } = await contracts.buy(buy, call())
  await second({ BTCUSDT: btc })
  await tamper(`with gone as (delete from contracts.positions where id = '${orderId}' returning *)
    insert into contracts.history (account_id, id, order_no, asset, instrument_id, side, order_type, lots, units, leverage,
      accepted_at, feed_kind, status, open_price, open_seq, open_ts, open_tick, close_price, close_seq, close_ts, close_tick,
      close_reason, notional, margin, fee_open, fee_close, financing, profit, ended_at)
    select account_id, id, order_no, asset, instrument_id, side, order_type, lots, units, leverage, accepted_at, feed_kind,
      'CLOSED', open_price, open_seq, open_ts, open_tick, 6000000000, open_seq + 1, open_ts, 6000000000, 'USER', notional,
      margin, fee_open, 0, 0, 99000000, open_ts from gone where account_id = ${accountId}`)
  expect(await found()).toEqual(['row of the position', 'row of ID'])
})

test('records that were deleted are found, and a contract whose rows are gone', async () => {
  const first = await stopped()
  await tamper(`delete from contracts.records where order_id = '${first.orderId}'`)
  await second({ BTCUSDT: btc })
  const other = await stopped()
  await tamper(`delete from contracts.history where id = '${other.orderId}'`)
  expect(await found()).toEqual([`contract ${other.orderId}`, 'records'].map((at) => at.replace(/[0-9a-f-]{36}/, 'ID')))
})

/** A position that takes nearly all of an account, and prices that stand still until it is old enough to be distinguished. */
async function nearlyAll(call: Awaited<ReturnType<typeof rig.customer>>['call']) {
  const { orderId } = await contracts.buy({ ...buy, lots: 360n }, call())
  for (let at = 0; at < 6; at += 1) await second({ BTCUSDT: btc })
  return orderId
}

test('a close-out is computed again from positions, ticks and entries, and one with a made-up equity is found', async () => {
  const { call } = await rig.customer()
  const orderId = await nearlyAll(call)
  for (let at = 0; at < 3; at += 1) await second({ BTCUSDT: (btc * 70n) / 100n })
  expect((await replay()).findings).toEqual([])
  await forge(orderId, (record) => (record.kind === 'closingOut' ? { ...record, equity: '1.000000' } : record))
  expect(await found()).toEqual(['closingOut.equity'])
})

/** Two positions of one account, the first with the larger loss, and their close-outs, one after the other. */
async function closedOutTwice() {
  const { call } = await rig.customer()
  const ids: string[] = []
  for (const lots of [200n, 120n]) {
    ids.push((await contracts.buy({ ...buy, lots }, call())).orderId)
    await second({ BTCUSDT: btc })
  }
  for (let at = 0; at < 6; at += 1) await second({ BTCUSDT: btc })
  for (const percent of [64n, 63n, 62n, 26n, 25n, 24n]) await second({ BTCUSDT: (btc * percent) / 100n })
  const order = (await database.asOwner(
    `select r.order_id as id from contracts.records r join contracts.batches b on b.id = r.batch_id
     where r.order_id = any ('{${ids.join(',')}}') and r.body like '%"closingOut"%' order by b.seq, r.batch_index`,
  )) as { id: string }[]
  expect(order.map(({ id }) => id)).toEqual(ids)
  return { larger: ids[0] ?? '', smaller: ids[1] ?? '' }
}
type Stated = { id: string; seq: number; ts: number; result: string }
const restated =
  (change: (positions: readonly Stated[]) => Stated[]) =>
  (record: ContractRecord): ContractRecord =>
    record.kind === 'closingOut' && (record['positions'] as unknown as Stated[]).length === 2
      ? ({ ...record, positions: change(record['positions'] as unknown as Stated[]) } as ContractRecord)
      : record
const locationsOf = async (): Promise<string[]> => [...new Set(await found())].toSorted()

test('of two positions the larger loss closed first, and the books compute that again', async () => {
  await closedOutTwice()
  expect((await replay()).findings).toEqual([])
})

test('positions of several instruments and currencies are computed again for the order of a close-out', async () => {
  const { call } = await rig.customer()
  const { orderId } = await contracts.buy({ ...buy, lots: 200n }, call())
  await contracts.buy({ ...buy, code: 'EURJPY', side: 'SELL', lots: 100n, leverage: 20 }, call())
  for (let at = 0; at < 6; at += 1) await second({ BTCUSDT: btc, ...pair })
  for (const percent of [34n, 30n, 29n])
    await second({ BTCUSDT: (btc * percent) / 100n, EURJPY: pair.EURJPY + percent, USDJPY: pair.USDJPY - percent })
  const [record] = (await database.asOwner(
    `select body::jsonb -> 'positions' as stated from contracts.records where order_id = '${orderId}' and body like '%"closingOut"%'`,
  )) as { stated: Stated[] }[]
  expect(record?.stated).toHaveLength(2)
  expect((await replay()).findings).toEqual([])
})

test('a close-out that began with the smaller loss is found: its record names another as the first', async () => {
  const { larger, smaller } = await closedOutTwice()
  await forge(larger, (record) => (record.kind === 'closingOut' ? { ...record, orderId: smaller } : record))
  await tamper(
    `update contracts.records set order_id = '${smaller}' where order_id = '${larger}' and body like '%"closingOut"%'`,
  )
  expect(await locationsOf()).toContain('closingOut.positions')
})

test.each([
  ['another result', ([one, two]: Stated[]) => [{ ...one, result: '-9999.000000' }, two], 'closingOut.positions ID'],
  ['a tick that is not the newest', ([one, two]: Stated[]) => [one, { ...two, seq: 1 }], 'closingOut.positions ID'],
  ['a position left out', ([one]: Stated[]) => [one], 'closingOut.positions ID'],
  ['no positions', () => [], 'closingOut.positions'],
])('a close-out that states %s is found, though it is signed with the right key', async (_, change, location) => {
  const { larger } = await closedOutTwice()
  await forge(
    larger,
    restated((positions) => change([...positions]) as Stated[]),
  )
  expect(await locationsOf()).toEqual([location])
})

test('a close-out that should have come is found', async () => {
  const { call } = await rig.customer()
  const orderId = await nearlyAll(call)
  clock.advance(10_000)
  await markets.tick('BTCUSDT', (btc * 60n) / 100n)
  clock.advance(5_000)
  expect((await replay()).findings).toEqual([
    { at: `contract ${orderId} close-out`, expected: expect.stringMatching(/^tick \d+, \d+$/), found: 'nothing' },
  ])
  await contracts.holdNow()
})

test('a tick beyond a close-out price is no fault where another position of the account gained as much', async () => {
  const { call } = await rig.customer()
  const { orderId } = await contracts.buy({ ...buy, lots: 250n }, call())
  await second({ BTCUSDT: btc })
  await contracts.buy({ ...buy, side: 'SELL', lots: 100n }, call())
  for (let at = 0; at < 6; at += 1) await second({ BTCUSDT: btc })
  for (let at = 0; at < 3; at += 1) await second({ BTCUSDT: (btc * 45n) / 100n })
  const [record] = (await database.asOwner(
    `select body::jsonb ->> 'closeOut' as price from contracts.records where order_id = '${orderId}' and body like '%"opened"%'`,
  )) as { price: string }[]
  // What was recorded when it was the only one.
  expect(Number(record?.price)).toBeGreaterThan(52_100 * 0.45)
  expect((await replay()).findings).toEqual([])
})
