import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import type { Customer } from '../../../test/fixtures/options.ts'
import { owned } from '../../kernel/db/db.ts'
import { soughtOf } from '../../kernel/module/search-term.ts'
import { contractTimeline } from './contract-timeline.ts'
import { contractSearch } from './find-contracts.ts'

const rig = await contractsFixture()
const { contracts, customer, second, during, ledger } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 300n, leverage: 2 } as const
const db = owned<'contracts'>(rig.database.pools.console)
const timeline = contractTimeline(db, (id) => `#${id}`)
let amy: Customer
let ids: { whole: string; part: string; waits: string; fresh: string }

beforeAll(async () => {
  amy = await customer()
  await second({ BTCUSDT: btc })
  const whole = await contracts.buy(buy, amy.call())
  await second({ BTCUSDT: btc })
  const { order: part } = await during(contracts.close({ id: whole.orderId, lots: 1n }, amy.call()), { BTCUSDT: btc })
  const waits = await contracts.buy({ ...buy, lots: 1n, orderType: 'LIMIT', price: '0.50' }, amy.call())
  // Far more is lost than there is.
  for (let n = 0; n < 3; n += 1) await second({ BTCUSDT: 10_000_000n })
  const ben = await customer()
  await second({ BTCUSDT: btc })
  const fresh = await contracts.buy({ ...buy, lots: 1n }, ben.call())
  ids = { whole: whole.orderId, part: part.id, waits: waits.orderId, fresh: fresh.orderId }
})

it('every entry of a contract leads to it: fee, closing, what was paid later, and the negative balance that was paid', async () => {
  const { accountId } = amy
  const upTo = await ledger.statement.newest(accountId)
  const lines = await ledger.statement.read(
    { accountId, assets: ['USDT.virtual'], kinds: undefined, from: undefined, to: undefined, upTo },
    { limit: 50, offset: 0 },
  )
  const ofContracts = lines.filter(({ kind }) => kind.startsWith('contract.'))
  const named = await contracts.namesOf({ accountId, ids: ofContracts.map(({ ref }) => ref) })
  const kinds = new Map(ofContracts.map(({ kind, ref }) => [kind, named.get(ref)?.id]))
  expect(Object.fromEntries(kinds)).toEqual({
    'contract.fee': ids.whole,
    'contract.close': expect.stringMatching(new RegExp(`${ids.whole}|${ids.part}`)),
    'contract.repay': ids.whole,
    'contract.protection': ids.whole,
  })
  expect([...named.values()]).toContainEqual(
    expect.objectContaining({ of: 'contract', code: 'BTCUSDT', orderNo: expect.stringMatching(/^EC\d{9}$/) }),
  )
  const other = (await customer()).accountId
  expect(await contracts.namesOf({ accountId: other, ids: [ids.whole, ids.part] })).toEqual(new Map())
})

it('the timeline has each contract once, newest first, page by page', async () => {
  const read = (before: { us: number; id: string | undefined }, limit: number) =>
    timeline.read({ customerId: '', accountId: amy.accountId, before, limit, kinds: new Set() })
  const all = await read({ us: 9e15, id: undefined }, 10)
  expect(all.map(({ id, params: { status, reason } }) => [id, status, reason])).toEqual([
    [ids.waits, 'PENDING', undefined],
    [ids.part, 'CLOSED', 'USER'],
    [ids.whole, 'CLOSED', 'CLOSEOUT'],
  ])
  const [first] = await read({ us: 9e15, id: undefined }, 1)
  const rest = await read({ us: first?.us ?? 0, id: first?.id }, 10)
  expect([first, ...rest]).toEqual(all)
})

it('the search finds a contract by its number, for those who may see its customer', async () => {
  const { order } = await contracts.byId({ id: ids.whole }, amy.call())
  const find = (text: string, may = true) =>
    contractSearch(db).find({ sought: soughtOf(text), call: {} as never, may: () => may })
  expect(await find(order.orderNo)).toMatchObject([{ kind: 'contract', id: ids.whole, accountId: amy.accountId }])
  expect(await find(order.orderNo, false)).toEqual([])
  expect(await find('EC999999999')).toEqual([])
})
