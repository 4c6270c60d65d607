import { afterAll, beforeEach, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { optionsOn, refusalOf, usdt, type Customer } from '../../../test/fixtures/options.ts'
import { owned } from '../../kernel/db/db.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { spent } from '../safeguards/index.ts'
import { tradesSince } from './order-sums.store.ts'
import type { SpendLimit } from './contracts.deps.ts'

let spendLimits: readonly SpendLimit[] = []
const spendLimit = (what: SpendLimit['what'], max: bigint, since = 0): SpendLimit => ({
  what,
  since,
  max,
  refusal: () => refuse('ownLimitReached', { limit: what, value: String(max) }),
})

/** What an order would be refused with by the safeguards. */
let need: Refusal | undefined
const rig = await contractsFixture({
  mayTrade: () => {
    if (need !== undefined) throw need
    return spendLimits
  },
})
const options = await optionsOn(rig, { mayTrade: () => spendLimits })
const beside = rig.openBeside()
afterAll(async () => {
  await options.stop()
  await rig.close()
})

const btc = 5_210_000_000n
beforeEach(async () => {
  spendLimits = []
  need = undefined
  rig.clock.advance(60_000)
  await rig.second({ BTCUSDT: btc })
})

// A margin of about 26 USDT.
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 1n, leverage: 2 } as const
const sums = (amy: Customer, since = 0) =>
  spent(owned<'safeguards'>(rig.database.pools.api), {
    accountId: amy.accountId,
    mode: 'virtual',
    questions: (['open', 'staked', 'lost'] as const).map((what) => ({ what, since })),
  })
async function outcomes(requested: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(requested)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []))
  return { taken: requested.length - refused.length, why: [...new Set(refused.map(({ key }) => key))] }
}

it.each([
  [[spendLimit('open', 7n)], 7],
  [[spendLimit('staked', usdt(240))], 9],
  [[spendLimit('open', 20n), spendLimit('lost', usdt(80))], 3],
] as const)('sixteen contracts at once from two processes stay below %o', async (set, fit) => {
  spendLimits = set
  const amy = await rig.customer()
  const { taken, why } = await outcomes(
    Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? rig.contracts : beside).buy(buy, amy.call())),
  )
  expect({ taken, why }).toEqual({ taken: fit, why: ['ownLimitReached'] })
})

it('options and contracts of one moment share the limits', async () => {
  spendLimits = [spendLimit('open', 6n)]
  const amy = await rig.customer()
  const up = { code: 'BTCUSDT', direction: 'UP' as const, limitTime: 60, amount: usdt(10) }
  const { taken, why } = await outcomes(
    Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0 ? rig.contracts.buy(buy, amy.call()) : options.buy(up, amy.call()),
    ),
  )
  expect({ taken, why }).toEqual({ taken: 6, why: ['ownLimitReached'] })
  expect((await sums(amy))[0]).toBe(6n)
  spendLimits = [spendLimit('lost', (await sums(amy))[2] ?? 0n)]
  expect((await refusalOf(options.buy(up, amy.call()))).key).toBe('ownLimitReached')
  expect((await refusalOf(rig.contracts.buy(buy, amy.call()))).key).toBe('ownLimitReached')
})

it('a closed contract counts with its fees as lost or gained, and its margin as turned over', async () => {
  const amy = await rig.customer()
  const since = rig.clock.now()
  const { orderId } = await rig.contracts.buy({ ...buy, lots: 30n }, amy.call())
  const [, wanted] = await sums(amy, since)
  expect(wanted).toBe(781_656_300n)
  await rig.second({ BTCUSDT: btc })
  expect(await sums(amy, since)).toEqual([1n, 781_656_300n, 781_656_300n + 625_326n])
  await rig.during(rig.contracts.close({ id: orderId, lots: 10n }, amy.call()), { BTCUSDT: 5_100_000_000n })
  await rig.during(rig.contracts.close({ id: orderId }, amy.call()), { BTCUSDT: 5_100_000_000n })
  const taken = usdt(10_000) - ((await rig.virtualOf(amy.accountId))?.free ?? 0n)
  expect(await sums(amy, since)).toEqual([0n, 781_656_300n, taken])
  const { virtual } = await tradesSince(owned<'contracts'>(rig.database.pools.api), {
    accountId: amy.accountId,
    since,
  })
  expect(virtual).toEqual({ buys: 1, sells: 2, profitLoss: -taken, open: 0 })
  expect(await sums(amy, rig.clock.now() + 1)).toEqual([0n, 0n, 0n])
})

it('an order that waits counts what it would set aside, and nothing once it is cancelled', async () => {
  const amy = await rig.customer()
  const { orderId } = await rig.contracts.buy({ ...buy, orderType: 'LIMIT', price: '50000' }, amy.call())
  const [open, staked, lost] = await sums(amy)
  expect([open, staked === lost, (staked ?? 0n) > usdt(20)]).toEqual([1n, true, true])
  await rig.during(rig.contracts.cancel({ id: orderId }, amy.call()), { BTCUSDT: btc })
  expect(await sums(amy)).toEqual([0n, 0n, 0n])
})

it('what a country is not offered is refused as that, before the safeguards request a questionnaire for it', async () => {
  need = refuse('quizNeeded', { product: 'contracts' })
  const [ben, amy] = [await rig.customer('GB'), await rig.customer()]
  expect((await refusalOf(rig.contracts.preview(buy, ben.call()))).key).toBe('notInYourCountry')
  expect((await refusalOf(rig.contracts.preview(buy, amy.call()))).key).toBe('quizNeeded')
})
