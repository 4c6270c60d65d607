import { afterAll, beforeAll, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt, type Customer } from '../../../test/fixtures/options.ts'
import { spent } from '../safeguards/index.ts'
import { owned } from '../../kernel/db/db.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import type { SpendLimit, Options } from './index.ts'

let rig: Awaited<ReturnType<typeof optionsFixture>>
let beside: Options
let spendLimits: readonly SpendLimit[] = []
const spendLimit = (what: SpendLimit['what'], max: bigint, since = 0): SpendLimit => ({
  what,
  since,
  max,
  refusal: () => refuse('ownLimitReached', { limit: what, value: String(max) }),
})

beforeAll(async () => {
  rig = await optionsFixture({ mayTrade: () => spendLimits })
  beside = await rig.openBeside()
  await rig.markets.tick('BTCUSDT', 5_210_000n)
})
afterAll(async () => {
  await beside.stop()
  await rig.close()
})

const up = (stake: bigint, limitTime = 60) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime, amount: stake })
/** Fifty orders at once over two processes: how many were taken, and what the others were refused with. */
async function fifty(amy: Customer, stake: bigint) {
  const requested = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? rig.options : beside).buy(up(stake), amy.call())),
  )
  const refused = requested.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []))
  return {
    taken: 50 - refused.length,
    why: new Set(refused.map(({ key, params }) => [key, params['limit']].join(' '))),
  }
}

it.each([
  [[spendLimit('open', 7n)], 7, 'open'],
  [[spendLimit('staked', usdt(95))], 9, 'staked'],
  [[spendLimit('lost', usdt(30))], 3, 'lost'],
  [[spendLimit('open', 20n), spendLimit('staked', usdt(120)), spendLimit('lost', usdt(50))], 5, 'lost'],
  [[spendLimit('open', 0n)], 0, 'open'],
] as const)('fifty orders at once stay below %o', async (set, fit, which) => {
  spendLimits = set
  const amy = await rig.customer()
  const { taken, why } = await fifty(amy, usdt(10))
  expect(taken).toBe(fit)
  expect(why).toEqual(new Set([`ownLimitReached ${which}`]))
  expect(await rig.virtualOf(amy.accountId)).toMatchObject({ held: usdt(10) * BigInt(fit) })
  expect((await rig.ledger.audit()).filter((finding) => !finding.ok)).toEqual([])
})

it('what was lost counts, what was gained makes room, and both are over when their time is', async () => {
  const amy = await rig.customer()
  const since = rig.clock.now()
  spendLimits = [spendLimit('lost', usdt(50), since)]
  await rig.options.buy(up(usdt(40)), amy.call())
  await rig.run(64, () => 5_210_000n)
  await rig.options.buy(up(usdt(10)), amy.call())
  await rig.run(64, (second) => 5_210_000n - BigInt(second))
  // Forty came back as a tie, ten were lost.
  const [lost = 0n, staked] = await spent(owned<'safeguards'>(rig.database.pools.api), {
    accountId: amy.accountId,
    mode: 'virtual',
    questions: [
      { what: 'lost', since },
      { what: 'staked', since },
    ],
  })
  expect(staked).toBe(usdt(50))
  expect(lost).toBe(usdt(10))
  spendLimits = [spendLimit('lost', lost + usdt(5) - 1n, since)]
  expect((await refusalOf(rig.options.buy(up(usdt(5)), amy.call()))).key).toBe('ownLimitReached')
  spendLimits = [spendLimit('lost', usdt(5), rig.clock.now())]
  await rig.options.buy(up(usdt(5)), amy.call())
  await rig.run(65, (second) => 5_200_000n + BigInt(second))
  const [gained] = await spent(owned<'safeguards'>(rig.database.pools.api), {
    accountId: amy.accountId,
    mode: 'virtual',
    questions: [{ what: 'lost', since: rig.clock.now() - 66_000 }],
  })
  expect(gained).toBe(-usdt(47) / 10n)
})

it('a key that placed an order returns it again, whatever its spend limits are by then', async () => {
  const amy = await rig.customer()
  spendLimits = []
  const first = await rig.options.buy(up(usdt(10)), amy.call('once'))
  spendLimits = [spendLimit('open', 0n)]
  expect(await rig.options.buy(up(usdt(10)), amy.call('once'))).toEqual(first)
})
