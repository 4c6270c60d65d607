import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DepositAddress } from '@evenhand/protocol/deposits.ts'
import { assertion, depositsFixture, hashOf, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/http/refusal.ts'

let fixture: DepositsFixture
let made = 0
beforeAll(async () => void (fixture = await depositsFixture()))
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

const request = (params: object = {}) => ({
  coin: 'USDT' as const,
  network: 'TRC20' as const,
  amount: '500',
  last6: 'aB3dE6',
  txHash: hashOf((made += 1)),
  proofFileId: proof,
  ...params,
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
const depositAddressOf = async (key: string, call: Call): Promise<DepositAddress | undefined> =>
  fixture.deposits
    .parameters()
    .find(([name]) => name === key)?.[1](call)
/** Moves money of the house's own accounts, as the owner of the tables. */
async function move(from: string, to: string, asset: 'USDT' | 'BTC', units: bigint): Promise<void> {
  const [source, target] = await Promise.all([from, to].map(fixture.ledger.accountNamed))
  await fixture.ledger.post(fixture.database.owner, {
    kind: 'test.move',
    ref: randomUUID(),
    at: fixture.clock.now(),
    lines: [
      { accountId: source ?? 0n, asset, units: -units },
      { accountId: target ?? 0n, asset, units },
    ],
  })
}
const coverage = async (asset: string) => (await fixture.ledger.coverage()).find((one) => one.asset === asset)

it('moves the house’s own coins into custody for what customers have won, and takes deposits on', async () => {
  const call = await fixture.customer({ tier: 'VERIFIED' })
  const { id } = await fixture.deposits.submit(request(), call)
  await fixture.operate('deposits/:id/credit', { id, round: 1, amount: '500', reason: 'seen', assertion })
  await move('house:capital', 'reserve:options', 'USDT', 1_000_000_000n)
  const winner = await fixture.customer()
  await fixture.spend(winner, 'USDT', -85_000_000n)
  expect(await coverage('USDT')).toMatchObject({ customers: '585.000000', custody: '500.000000', covered: true })
  expect(await codeOf(fixture.deposits.submit(request(), winner))).toBe(200)
  await Promise.all(Array.from({ length: 5 }, () => fixture.ledger.coverCustomers()))
  expect(await coverage('USDT')).toMatchObject({ customers: '585.000000', custody: '585.000000', covered: true })
})

it('takes no new deposits of a coin that custody does not cover; withdrawals and what has arrived go on', async () => {
  const call = await fixture.customer({ tier: 'VERIFIED' })
  const waiting = await fixture.deposits.submit(request(), call)
  expect(await depositAddressOf('deposit_USDT_TRC20', call)).toMatchObject({
    stopped: false,
    address: expect.any(String),
  })
  // All that the house has is gone, and customers' coins with it.
  await move('reserve:options', 'house:capital', 'USDT', 915_000_000n)
  await move('house:reorg-loss', 'custody:tron', 'USDT', 300_000_000n)
  expect(await fixture.ledger.uncovered('USDT')).toBe(300_000_000n)
  const tries = await Promise.all(Array.from({ length: 40 }, () => codeOf(fixture.deposits.submit(request(), call))))
  expect(new Set(tries)).toEqual(new Set([40008]))
  for (const network of ['TRC20', 'ERC20'])
    expect(await depositAddressOf(`deposit_USDT_${network}`, call)).toMatchObject({ stopped: true, address: null })
  // Another coin has nothing to do with it.
  expect(await depositAddressOf('deposit_BTC_Bitcoin', call)).toMatchObject({ stopped: false })
  expect(await codeOf(fixture.deposits.submit(request({ coin: 'BTC', network: 'Bitcoin', amount: '1' }), call))).toBe(
    200,
  )
  const { id } = waiting
  await fixture.operate('deposits/:id/credit', { id, round: 1, amount: '500', reason: 'it is here', assertion })
  expect(await fixture.free(call, 'USDT')).toBe(500_000_000n)
  const sent = {
    customerId: call.session.customerId,
    method: 'USDT-TRC20',
    fromAddress: 'TQn9Y2khEsLJ',
    reason: 'came',
  }
  await fixture.operate('deposits/record', { ...sent, amount: '7', txHash: hashOf((made += 1)) })
  expect(await fixture.withdraw(call, 100_000_000n)).toBe(true)
  expect(await codeOf(fixture.deposits.submit(request(), call))).toBe(40008)
})

it('takes deposits again once the house has put in what is missing', async () => {
  const call = await fixture.customer()
  await move('custody:tron', 'house:reorg-loss', 'USDT', 300_000_000n)
  expect(await coverage('USDT')).toMatchObject({ covered: true })
  expect(await codeOf(fixture.deposits.submit(request(), call))).toBe(200)
})

it('while coverage comes and goes, responds to each call as it stands, and adds up', async () => {
  const call = await fixture.customer()
  const flips = async (): Promise<void> => {
    for (let round = 0; round < 6; round++) {
      await move('house:reorg-loss', 'custody:tron', 'USDT', 300_000_000n)
      await move('custody:tron', 'house:reorg-loss', 'USDT', 300_000_000n)
    }
  }
  const [codes] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, () => codeOf(fixture.deposits.submit(request(), call)))),
    flips(),
    ...Array.from({ length: 10 }, () => fixture.ledger.coverCustomers()),
  ])
  expect(codes.filter((code) => code !== 200 && code !== 40008)).toEqual([])
})
