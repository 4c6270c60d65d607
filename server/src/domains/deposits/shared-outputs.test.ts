import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { assertion, depositsFixture, hashOf, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import { openPool } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { silentLog } from '../../kernel/log.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Transfer } from './arrivals.store.ts'
import { keepAddresses, watchOnce, type WatchParams } from '../../../test/fixtures/watched-chain.ts'

const shared = 'TXsharedByAllCustomers'
const listed = 'TXlistedSender1'
let fixture: DepositsFixture
let pool: ReturnType<typeof openPool>
let transfers: Transfer[][] = [[]]
let made = 0

/** A chain of as many blocks as `transfers` has; a block is another where its number in `branch` is. */
let branch = 'a'
const hashAt = (height: bigint) => `${branch}${height}`
const watcher = (screen?: WatchParams['screen']): WatchParams => ({
  db: pool,
  clock: fixture.clock,
  log: silentLog,
  chain: 'tron',
  shared,
  screen,
  reader: {
    head: async () => BigInt(transfers.length),
    hashAt: async (height) => (height > BigInt(transfers.length) ? undefined : hashAt(height)),
    block: async (height, watched) => ({
      height,
      hash: hashAt(height),
      parent: hashAt(height - 1n),
      transfers: (transfers[Number(height) - 1] ?? []).filter(({ to }) => watched.has(to)),
    }),
  },
  usdtOf: (_coin, units) => units,
  enqueueNotices: fixture.enqueueNotices,
  moved: () => {},
})
const output = (options: Pick<Transfer, 'txHash' | 'vout' | 'units'> & Partial<Transfer>): Transfer => ({
  coin: 'USDT',
  network: 'TRC20',
  to: shared,
  from: 'TXexchangeabc123',
  ...options,
})
async function mine(blocks: Transfer[][], screen?: WatchParams['screen']): Promise<void> {
  transfers.push(...blocks)
  await watchOnce(watcher(screen))
}
const empty = (n: number): Transfer[][] => Array.from({ length: n }, () => [])
const request = (options: { amount: string; txHash: string; last6?: string }) => ({
  coin: 'USDT' as const,
  network: 'TRC20' as const,
  last6: 'abc123',
  proofFileId: proof,
  ...options,
})
const codeOf = async (requested: Promise<unknown>): Promise<number> => {
  const came = await requested.then(
    () => 200,
    (cause: unknown) => cause,
  )
  if (came instanceof Refusal) return came.code
  if (typeof came === 'number') return came
  throw came
}
const credit = (id: string, amount: string, round = 1, operator?: string): Promise<SeenDeposit> =>
  fixture.operate('deposits/:id/credit', { id, round, amount, reason: 'seen on the chain', assertion }, operator)

beforeAll(async () => {
  fixture = await depositsFixture({
    addresses: { tron: { own: true, shared } },
    screen: (address) => (address === listed ? 'listed' : 'clear'),
  })
  pool = openPool({ url: fixture.database.url(), role: 'chain', max: 8 })
  await watchOnce(watcher())
})
afterEach(async () => expect(await fixture.broken()).toEqual([]))
afterAll(async () => {
  await pool.destroy()
  await fixture.close()
})

describe('one transaction that pays several customers at the shared address', () => {
  it('is seen first: each claim finds its own output, and each is credited once', async () => {
    const [one, two, late] = [await fixture.customer(), await fixture.customer(), await fixture.customer()]
    const txHash = hashOf((made += 1))
    await mine([[output({ txHash, vout: 3, units: 200_000_000n }), output({ txHash, vout: 7, units: 300_000_000n })]])
    const second = await fixture.deposits.submit(request({ amount: '300', txHash }), two)
    const first = await fixture.deposits.submit(request({ amount: '200', txHash }), one)
    for (const amount of ['200', '300', '500'])
      expect(await codeOf(fixture.deposits.submit(request({ amount, txHash }), late))).toBe(40017)
    expect(await codeOf(credit(first.id, '300'))).toBe(10016)
    expect(await credit(first.id, '200')).toMatchObject({ status: 'CREDITED', arrivedAmount: '200.000000' })
    expect(await credit(second.id, '300')).toMatchObject({ status: 'CREDITED', arrivedAmount: '300.000000' })
    expect([await fixture.free(one, 'USDT'), await fixture.free(two, 'USDT')]).toEqual([200_000_000n, 300_000_000n])
    expect(await codeOf(fixture.deposits.submit(request({ amount: '200', txHash }), late))).toBe(40017)
  })

  it('is claimed first: what waits finds its output when the chain shows it, and leaves the other to whom it belongs', async () => {
    const [one, two] = [await fixture.customer(), await fixture.customer()]
    const txHash = hashOf((made += 1))
    const first = await fixture.deposits.submit(request({ amount: '150', txHash }), one)
    expect(await codeOf(fixture.deposits.submit(request({ amount: '150', txHash }), two))).toBe(40017)
    await mine([[output({ txHash, vout: 0, units: 150_000_000n }), output({ txHash, vout: 1, units: 150_000_000n })]])
    const second = await fixture.deposits.submit(request({ amount: '150', txHash }), two)
    await Promise.all([credit(first.id, '150'), credit(second.id, '150')])
    expect([await fixture.free(one, 'USDT'), await fixture.free(two, 'USDT')]).toEqual([150_000_000n, 150_000_000n])
  })

  it('claimed a hundred times by four customers is as many deposits as it has outputs', async () => {
    const calls: Call[] = []
    for (let n = 0; n < 4; n++) calls.push(await fixture.customer())
    const txHash = hashOf((made += 1))
    await mine([[1, 2].map((vout) => output({ txHash, vout, units: 400_000_000n }))])
    const codes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        codeOf(fixture.deposits.submit(request({ amount: '400', txHash }), calls[n % 4] as Call)),
      ),
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(2)
    expect(new Set(codes)).toEqual(new Set([200, 40017]))
  })

  it('leaves the output of a claim that was rejected to the one it belongs to', async () => {
    const [wrong, right] = [await fixture.customer(), await fixture.customer()]
    const txHash = hashOf((made += 1))
    await mine([[output({ txHash, vout: 2, units: 250_000_000n })]])
    const { id } = await fixture.deposits.submit(request({ amount: '250', txHash }), wrong)
    expect(await codeOf(fixture.deposits.submit(request({ amount: '250', txHash }), right))).toBe(40017)
    await fixture.operate('deposits/:id/reject', { id, reasonCode: 'UNREADABLE_PROOF', reason: 'not theirs' })
    const its = await fixture.deposits.submit(request({ amount: '250', txHash }), right)
    expect(await credit(its.id, '250')).toMatchObject({ status: 'CREDITED' })
    expect(await codeOf(credit(id, '250'))).toBe(40039)
  })

  it('where no claim fits, stands as a whole, and is not credited beside one of its outputs', async () => {
    const [one, two] = [await fixture.customer(), await fixture.customer()]
    const txHash = hashOf((made += 1))
    const whole = await fixture.deposits.submit(request({ amount: '999', txHash }), one)
    await mine([[output({ txHash, vout: 2, units: 250_000_000n })]])
    const fits = await fixture.deposits.submit(request({ amount: '250', txHash }), two)
    // What differs from the claim takes two.
    expect(await credit(whole.id, '250')).toMatchObject({ status: 'CONFIRMING' })
    const codes = await Promise.all([codeOf(credit(whole.id, '250', 1, 'second')), codeOf(credit(fits.id, '250'))])
    expect(codes.toSorted()).toEqual([200, 40017])
  })
})

describe('a sender on the list of sanctions', () => {
  const screen = (address: string) => (address === listed ? 'listed' : 'clear')

  it('is held before the credit, notified to the customer, and ends by two persons', async () => {
    const call = await fixture.customer({ tier: 'VERIFIED' })
    await keepAddresses(pool, { chain: 'tron', addresses: ['TXown1'] })
    const [, parameter] = fixture.deposits.parameters().find(([key]) => key === 'deposit_USDT_TRC20') ?? []
    const depositAddress = (await parameter?.(call)) as { address: string }
    const [bad, good] = [hashOf((made += 1)), hashOf((made += 1))]
    const paid = { to: depositAddress.address, vout: 1, units: 600_000_000n }
    await mine(
      [[output({ ...paid, txHash: bad, from: listed }), output({ ...paid, txHash: good })], ...empty(18)],
      screen,
    )
    const deposits = (await fixture.deposits.list({}, call)) as { id: string; txHash: string; status: string }[]
    expect(deposits.map(({ txHash, status }) => [txHash, status]).toSorted()).toEqual(
      [
        [bad, 'ON_HOLD_AML'],
        [good, 'CREDITED'],
      ].toSorted(),
    )
    expect(await fixture.free(call, 'USDT')).toBe(600_000_000n)
    expect(fixture.notified.filter(({ template }) => template === 'deposit.on_hold')).toHaveLength(1)
    const id = deposits.find(({ txHash }) => txHash === bad)?.id ?? ''
    const seen = await fixture.operate<SeenDeposit>('deposits/:id', { id })
    expect(seen).toMatchObject({ reference: 'SANCTIONS_LIST', fromAddress: listed, round: 2, approvalsNeeded: 2 })
    await watchOnce(watcher(screen))
    expect(await credit(id, '600', 2)).toMatchObject({
      status: 'ON_HOLD_AML',
      approvals: [{ operator: 'sandbox-finance1' }],
    })
    expect(await codeOf(credit(id, '600', 2))).toBe(40033)
    expect(await credit(id, '600', 2, 'second')).toMatchObject({ status: 'CREDITED' })
    expect(await fixture.free(call, 'USDT')).toBe(1_200_000_000n)
  })

  it('named by an operator who credits by hand puts the deposit on hold, and is a hold that the customer knows of', async () => {
    const call = await fixture.customer()
    const { id } = await fixture.deposits.submit(request({ amount: '150', txHash: hashOf((made += 1)) }), call)
    const word = { id, round: 1, amount: '150', fromAddress: listed, reason: 'seen', assertion }
    const held = await fixture.operate<SeenDeposit>('deposits/:id/credit', word)
    expect(held).toMatchObject({ status: 'ON_HOLD_AML', reference: 'SANCTIONS_LIST', approvals: [] })
    expect(fixture.auditEntries.at(-1)).toMatchObject({ act: 'deposit.hold', subject: `deposit:${id}` })
    expect(fixture.notified.at(-1)).toMatchObject({ template: 'deposit.on_hold', accountId: call.session.accountId })
    expect(await fixture.free(call, 'USDT')).toBe(0n)
    const back = { id, round: 2, reference: 'ab'.repeat(32), reason: 'sent back', assertion }
    await fixture.operate('deposits/:id/return', back)
    expect(await fixture.operate('deposits/:id/return', back, 'second')).toMatchObject({ status: 'RETURNED' })
    expect(await codeOf(credit(id, '150', 2))).toBe(40039)
  })

  it('is not cleared by a list that is too old: the deposit waits, and goes on with a new one', async () => {
    const call = await fixture.customer()
    await keepAddresses(pool, { chain: 'tron', addresses: ['TXown2'] })
    const [, parameter] = fixture.deposits.parameters().find(([key]) => key === 'deposit_USDT_TRC20') ?? []
    const depositAddress = (await parameter?.(call)) as { address: string }
    const txHash = hashOf((made += 1))
    await mine(
      [[output({ to: depositAddress.address, txHash, vout: 1, units: 5_000_000n })], ...empty(20)],
      () => 'stale',
    )
    expect(await fixture.deposits.list({}, call)).toMatchObject([{ status: 'CONFIRMING' }])
    await watchOnce(watcher(screen))
    expect(await fixture.deposits.list({}, call)).toMatchObject([{ status: 'CREDITED' }])
  })
})

/** Coins of the house from one of its accounts to another; what leaves its capital can stand for what customers lose. */
async function move(from: string, to: string, units: bigint): Promise<void> {
  const [source, target] = await Promise.all([from, to].map(fixture.ledger.accountNamed))
  await fixture.ledger.post(fixture.database.owner, {
    kind: 'test.move',
    ref: '01900000-0000-7000-8000-000000000009',
    at: fixture.clock.now(),
    lines: [
      { accountId: source ?? 0n, asset: 'USDT', units: -units },
      { accountId: target ?? 0n, asset: 'USDT', units },
    ],
  })
}

it('a reorganisation after the money has left takes it back from the house, and the watcher goes on', async () => {
  const call = await fixture.customer({ tier: 'VERIFIED' })
  await keepAddresses(pool, { chain: 'tron', addresses: ['TXown3'] })
  const [, parameter] = fixture.deposits.parameters().find(([key]) => key === 'deposit_USDT_TRC20') ?? []
  const depositAddress = (await parameter?.(call)) as { address: string }
  await move('house:capital', 'reserve:options', 9_000_000_000n)
  const block = transfers.length
  await mine([
    [output({ to: depositAddress.address, txHash: hashOf((made += 1)), vout: 1, units: 80_000_000n })],
    ...empty(19),
  ])
  expect(await fixture.free(call, 'USDT')).toBe(80_000_000n)
  expect(await fixture.withdraw(call, 80_000_000n)).toBe(true)
  // Nothing is left in custody of what others brought either: the house moved it elsewhere.
  const kept = (await fixture.ledger.coverage()).find(({ asset }) => asset === 'USDT')
  await move('house:capital', 'custody:tron', BigInt((kept?.custody ?? '0').replace('.', '')))
  branch = 'b'
  transfers = [...transfers.slice(0, block), ...empty(30)]
  await watchOnce(watcher())
  await mine(empty(25))
  await watchOnce(watcher())
  expect(await fixture.deposits.list({}, call)).toMatchObject([{ status: 'REVERSED', debt: '80.000000' }])
})

it('a reorganisation takes back what people credited of an output that is gone, and it can be claimed where it comes back', async () => {
  const [gone, back] = [await fixture.customer(), await fixture.customer()]
  const [lost, kept] = [hashOf((made += 1)), hashOf((made += 1))]
  await move('house:capital', 'reserve:options', 1_000_000_000n)
  const paid = { vout: 4, units: 300_000_000n }
  const block = transfers.length
  await mine([[output({ ...paid, txHash: lost }), output({ ...paid, txHash: kept })], ...empty(2)])
  const first = await fixture.deposits.submit(request({ amount: '300', txHash: lost }), gone)
  const second = await fixture.deposits.submit(request({ amount: '300', txHash: kept }), back)
  for (const { id } of [first, second]) await credit(id, '300')
  expect(await fixture.withdraw(gone, 100_000_000n)).toBe(true)
  branch = 'c'
  // One of the two is in another block of the new branch.
  transfers = [...transfers.slice(0, block), [], [output({ ...paid, txHash: kept })], ...empty(3)]
  await watchOnce(watcher())
  expect([await fixture.free(gone, 'USDT'), await fixture.free(back, 'USDT')]).toEqual([200_000_000n, 300_000_000n])
  await mine(empty(25))
  await watchOnce(watcher())
  expect(await fixture.deposits.list({}, gone)).toMatchObject([{ status: 'REVERSED', debt: '100.000000' }])
  expect(await fixture.deposits.list({}, back)).toMatchObject([{ status: 'CREDITED' }])
  expect(fixture.notified.filter(({ template }) => template === 'deposit.reversed').at(-1)).toMatchObject({
    accountId: gone.session.accountId,
    params: { debt: '100.000000' },
  })
  expect(await fixture.free(gone, 'USDT')).toBe(0n)
  // It comes back after all: claimed once more, it first makes good what was lost of it.
  await mine([[output({ ...paid, txHash: lost })]])
  const again = await fixture.deposits.submit(request({ amount: '300', txHash: lost }), gone)
  expect(await credit(again.id, '300')).toMatchObject({ status: 'CREDITED' })
  expect(await fixture.free(gone, 'USDT')).toBe(200_000_000n)
})
