import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { hourMs, minuteMs, secondMs } from '@evenhand/protocol/durations.ts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { BidOrder } from '../../../test/bidding-process.ts'
import { collectiblesFixture } from '../../../test/fixtures/collectibles.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditAuctions } from './audit-auctions.ts'

const rig = await collectiblesFixture()
const { clock, collectibles, customer, offer, one, usdtOf, findings, charity, database } = rig
const beside = rig.serveBeside()
afterAll(() => rig.close())
// Whatever came at once: every entry and hold has its cause, and the rows are what the signed records come to.
afterEach(async () => expect(await findings()).toEqual([]))

type Customer = Awaited<ReturnType<typeof customer>>
const customers = (count: number): Promise<Customer[]> => Promise.all(Array.from({ length: count }, () => customer()))
const heldBy = (owners: readonly Customer[]) =>
  Promise.all(owners.map(async ({ accountId }) => (await usdtOf(accountId)).held))
const endOf = async (id: string): Promise<number> => (await one(id)).endAt ?? 0
const sold = async (): Promise<bigint> => {
  const [row] = (await database.asOwner('select coalesce(sum(price), 0)::text as sum from collectibles.sales')) as {
    sum: string
  }[]
  return BigInt(row?.sum ?? 0)
}
/** Both processes settle, ten times each. */
async function settleEverywhere(): Promise<void> {
  const other = rig.openBeside()
  await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? collectibles : other).runDue()))
}

const program = fileURLToPath(new URL('../../../test/bidding-process.ts', import.meta.url))
/** A process of its own that places bids at this moment; `place` returns what became of each. */
async function biddingProcess() {
  const args = [program, database.url(), String(clock.now())]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  return {
    async place(orders: readonly BidOrder[]): Promise<string[]> {
      child.stdin.write(`${JSON.stringify(orders)}\n`)
      const [[line]] = (await Promise.all([once(lines, 'line'), once(child, 'close')])) as [[string], unknown]
      return JSON.parse(line) as string[]
    },
  }
}

it('of two hundred bidders in the last second over two processes one wins, and no other bidder has anything held', async () => {
  const bidders = await customers(200)
  const id = await offer()
  const end = await endOf(id)
  clock.set(end - 500)
  const two = await Promise.all([biddingProcess(), biddingProcess()])
  const orders = bidders.map(({ customerId, accountId }, at) => ({
    customerId,
    accountId: String(accountId),
    itemId: id,
    amount: String((20 + ((at * 7) % 200)) * 1_000_000),
  }))
  const responses = await Promise.all(
    two.map((process_, half) => process_.place(orders.filter((_, at) => at % 2 === half))),
  )
  const came = responses.flat()
  expect(came).toHaveLength(200)
  expect(new Set(came)).toEqual(new Set(['taken', 'bidTooLow']))
  const led = await one(id)
  expect([led.endAt, led.extendedCount]).toEqual([end - 500 + 10 * minuteMs, 1])
  const during = await heldBy(bidders)
  expect(during.filter((held) => held > 0n)).toHaveLength(1)
  clock.set((led.endAt ?? 0) + 2 * secondMs)
  await settleEverywhere()
  const after = await one(id)
  expect(after).toMatchObject({ status: 'SOLD', soldPrice: led.currentBid })
  expect(await heldBy(bidders)).toEqual(bidders.map(() => 0n))
  const left = await Promise.all(bidders.map(async ({ accountId }) => (await usdtOf(accountId)).free))
  expect(left.filter((free) => free < 10_000_000_000n)).toHaveLength(1)
  expect((await usdtOf(charity.accountId)).free).toBe(await sold())
}, 60_000)

it('an audit beside bids finds nothing: what it compares is of one moment', async () => {
  const people = await customers(8)
  const ids = await Promise.all([offer(), offer()])
  let isOver = false
  const audited = (async () => {
    const found: unknown[] = []
    while (!isOver) found.push(...(await auditAuctions(owned<'collectibles'>(database.pools.api))))
    return found
  })()
  for (let round = 0; round < 12; round += 1)
    await Promise.all(
      people.flatMap((person, at) =>
        ids.map((id) => person.bid(id, String(20 + round * 40 + at * 5), {}, { index: 0 })),
      ),
    )
  isOver = true
  expect(await audited).toEqual([])
  for (const id of ids) expect((await one(id)).currentBid).not.toBeNull()
})

it('a bid and a purchase of one moment end in one sale', async () => {
  for (let round = 0; round < 4; round += 1) {
    const people = await customers(6)
    const id = await offer({ startPrice: '10', price: '100' })
    await Promise.all(
      people.map((person, at) =>
        at % 2 === 0
          ? person.bid(id, String(20 + at * 5), {}, { index: at % 4 === 0 ? 0 : beside })
          : person.buy(id, '100', {}, { index: at % 4 === 1 ? beside : 0 }),
      ),
    )
    expect(await one(id)).toMatchObject({ status: 'SOLD', soldPrice: '100.000000' })
    expect(await heldBy(people)).toEqual(people.map(() => 0n))
    const spent = await Promise.all(
      people.map(async ({ accountId }) => 10_000_000_000n - (await usdtOf(accountId)).free),
    )
    expect(spent.filter((units) => units === 100_000_000n)).toHaveLength(1)
    expect(spent.filter((units) => units === 0n)).toHaveLength(5)
  }
})

it('of twenty equal maxima of one moment the first that was taken wins, at that maximum', async () => {
  const people = await customers(20)
  const id = await offer()
  const bids = await Promise.all(
    people.map((person, at) => person.bid(id, '10', { maximum: '90' }, { index: at % 2 === 0 ? 0 : beside })),
  )
  // Those that came later bid 10 against a leader at 10 or 90, which is no next bid. One of them bids again.
  const second = await people[bids.findIndex(({ code }) => code !== 200)]?.bid(id, '11', { maximum: '90' })
  const state = await one(id)
  expect(state).toMatchObject({ bidderMasked: '#1', currentBid: '90.000000' })
  expect([200, 40025]).toContain(second?.code)
  expect((await heldBy(people)).filter((held) => held === 90_000_000n)).toHaveLength(1)
  clock.set((state.endAt ?? 0) + 2 * secondMs)
  await settleEverywhere()
  expect(await one(id)).toMatchObject({ ownerMasked: '#1', soldPrice: '90.000000' })
})

it('one customer who spends the same money twenty times at once holds it once', async () => {
  const amy = await customer(100)
  const ids = await Promise.all(Array.from({ length: 20 }, () => offer()))
  const codes = await Promise.all(
    ids.map(async (id, at) => (await amy.bid(id, '60', {}, { index: at % 2 === 0 ? 0 : beside })).code),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 10011)).toHaveLength(19)
  expect(await usdtOf(amy.accountId)).toEqual({ free: 40_000_000n, held: 60_000_000n })
})

describe('a stop of the installation', () => {
  /** The last sign of life is now; the processes come back after so long. */
  async function stopFor(ms: number) {
    await collectibles.runDue()
    clock.advance(ms)
    const again = rig.openBeside()
    return { again, moved: await again.resume() }
  }

  it('across an end gives ten minutes in which bids are taken, once, recorded and in every response', async () => {
    const [amy, ben] = await customers(2)
    const id = await offer()
    const end = await endOf(id)
    clock.set(end - 20 * minuteMs)
    await amy?.bid(id, '10')
    clock.set(end - 30 * secondMs)
    const { again } = await stopFor(hourMs)
    expect(await one(id)).toMatchObject({ status: 'LIVE', endAt: clock.now() + 10 * minuteMs, extendedCount: 1 })
    expect(await again.resume()).toBe(0)
    expect((await one(id)).extendedCount).toBe(1)
    await again.runDue()
    expect((await ben?.bid(id, '11'))?.code).toBe(200)
    clock.set((await endOf(id)) + 2 * secondMs)
    await again.runDue()
    expect(await one(id)).toMatchObject({ status: 'SOLD', soldPrice: '11.000000', ownerMasked: '#2' })
  })

  it('after an end that was not settled yet changes nothing of who won', async () => {
    const [amy, ben] = await customers(2)
    const id = await offer()
    await amy?.bid(id, '10')
    clock.set((await endOf(id)) + secondMs)
    const { again } = await stopFor(hourMs)
    expect((await ben?.bid(id, '50'))?.code).toBe(40026)
    await again.runDue()
    expect(await one(id)).toMatchObject({ status: 'SOLD', soldPrice: '10.000000', ownerMasked: '#1', extendedCount: 0 })
  })

  it('of less than a minute moves no end', async () => {
    const id = await offer()
    const end = await endOf(id)
    clock.set(end - 5 * minuteMs)
    await stopFor(50 * secondMs)
    expect(await endOf(id)).toBe(end)
  })
})
