import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import type { Call } from '../../kernel/http/http.ts'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'

const rig = await contractsFixture()
const { contracts, clock, customer, database, ledger, second } = rig
afterAll(() => rig.close())

type Amy = Awaited<ReturnType<typeof customer>>
const real = (one: Amy, key?: string): Call => ({ ...one.call(key), mode: 'real' }) as Call

/** Park and Miller: the same walk each time. */
let state = 11
const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below

const prices = { BTCUSDT: 5_210_000_000n, EURUSD: 1_085_000_000n }
const move = (): typeof prices => {
  prices.BTCUSDT += (prices.BTCUSDT * BigInt(random(4001) - 2000)) / 100_000n
  prices.EURUSD += (prices.EURUSD * BigInt(random(401) - 200)) / 100_000n
  return prices
}

/** Resolves once both calls wait for their tick, or have their response. */
async function bothWait(calls: Promise<unknown>): Promise<void> {
  const responded = calls.then(() => true)
  for (;;) {
    const [row] = (await database.asOwner(
      'select count(*)::int as n from contracts.requests where outcome is null',
    )) as { n: number }[]
    const isDone = await Promise.race([responded, new Promise((resolve) => setImmediate(resolve, false))])
    if (row?.n === 2 || isDone === true) return
  }
}

/** An order or its refusal, without what names it. */
const shown = async (call: Promise<object>): Promise<object> =>
  call.then(
    (response) => ('order' in response ? stripped(response.order as object) : {}),
    (refusal: { key: string; params?: object }) => ({ refused: refusal.key, params: refusal.params }),
  )
const stripped = (order: object): object =>
  Object.fromEntries(Object.entries(order).filter(([name]) => !['id', 'orderNo', 'parentId', 'mode'].includes(name)))

it('a virtual and a real account that do the same at the same ticks have the same, to the unit', async () => {
  clock.advance(60_000)
  await second(prices)
  const amy = await customer()
  await database.asOwner(
    `select ledger.post('adjustment', $2::uuid, array[a.id, (select id from ledger.accounts where name = 'house:capital')],
       array[1, 1]::smallint[], array[10000000000, -10000000000], now()) from ledger.accounts a where a.id = $1`,
    [amy.accountId, randomUUID()],
  )
  const calls = [() => amy.call(), () => real(amy)]
  const both = async (send: (call: Call) => Promise<object>): Promise<object[]> =>
    Promise.all(calls.map((call) => shown(send(call()))))
  const ids: string[][] = []
  for (let round = 0; round < 45; round += 1) {
    const code = random(2) === 0 ? 'BTCUSDT' : 'EURUSD'
    const request = {
      code,
      side: random(2) === 0 ? 'BUY' : 'SELL',
      orderType: 'MARKET',
      lots: BigInt(1 + random(code === 'BTCUSDT' ? 60 : 400)),
      leverage: 2,
    } as const
    const bought = await Promise.allSettled(calls.map((call) => contracts.buy(request, call())))
    expect(bought[0]?.status).toBe(bought[1]?.status)
    const taken = bought.flatMap((one) => (one.status === 'fulfilled' ? [one.value.orderId] : []))
    if (taken.length === 2) ids.push(taken)
    await second(move())
    const chosen = ids[random(ids.length)]
    if (chosen === undefined || round % 3 !== 0) continue
    const lots = random(2) === 0 ? undefined : BigInt(1 + random(20))
    const closing = Promise.all(
      calls.map((call, index) =>
        shown(contracts.close({ id: chosen[index] ?? '', ...(lots === undefined ? {} : { lots }) }, call())),
      ),
    )
    await bothWait(closing)
    const [virtually, really] = await rig.during(closing, move())
    expect(really).toEqual(virtually)
  }
  for (const pair of ids) {
    const [virtually, really] = await both((call) =>
      contracts.byId({ id: pair[call.mode === 'real' ? 1 : 0] ?? '' }, call),
    )
    expect(really).toEqual(virtually)
  }
  expect(await contracts.accountMargin({}, real(amy))).toEqual(await contracts.accountMargin({}, amy.call()))
  const balances = await ledger.balances(amy.accountId)
  const sumsOf = (asset: string) => {
    const { free, held } = balances.find((one) => one.asset === asset) ?? { free: -1n, held: -1n }
    return { free, held }
  }
  expect(sumsOf('USDT')).toEqual(sumsOf('USDT.virtual'))
  expect(ids.length).toBeGreaterThan(10)
})
