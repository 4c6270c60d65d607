import { randomUUID } from 'node:crypto'
import { invitedFeeDiscountPpm } from '@evenhand/proofs/contracts/class-table.ts'
import { signContractRecords, type ContractRecord } from '@evenhand/proofs/contracts/records.ts'
import { verifyContract, type SignedRecord } from '@evenhand/proofs/contracts/verify-contract.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Call } from '../../kernel/http/http.ts'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'

const invited = new Set<string>()
const rig = await contractsFixture({
  feeDiscountPpm: async ({ customerId }) => (invited.has(customerId) ? invitedFeeDiscountPpm : 0n),
})
const { contracts, clock, customer, second, during, keys, database } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
beforeEach(async () => {
  clock.advance(60_000)
  await second({ BTCUSDT: btc })
})
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const

/** A customer with the same money on both accounts. */
async function funded() {
  const amy = await customer()
  await database.asOwner(
    `select ledger.post('adjustment', $2::uuid, array[a.id, (select id from ledger.accounts where name = 'house:capital')],
       array[1, 1]::smallint[], array[10000000000, -10000000000], now()) from ledger.accounts a where a.id = $1`,
    [amy.accountId, randomUUID()],
  )
  return { virtual: amy.call(), real: { ...amy.call(), mode: 'real' } as Call }
}
const recordsOf = async (id: string, call: Call): Promise<SignedRecord[]> =>
  (await contracts.byId({ id }, call)).records as unknown as SignedRecord[]

it('an invited customer pays nine tenths of both fees, as shown before, on either account, to the last lot', async () => {
  const { virtual, real } = await funded()
  const plain = await contracts.preview(buy, real)
  invited.add(real.session.customerId)
  const shown = await contracts.preview(buy, real)
  expect(plain.cost).not.toHaveProperty('feeDiscount')
  // 0.03 BTC at 52 110.42 × 0.04 % and nine tenths of it, each rounded up once.
  expect([plain.cost.feeOpen, shown.cost.feeOpen, shown.cost.feeDiscount]).toEqual(['0.625326', '0.562793', '10.00'])
  const orders = await Promise.all([virtual, real].map((call) => contracts.buy(buy, call)))
  await second({ BTCUSDT: btc })
  // The discount ends, and an order that has it keeps it.
  invited.delete(real.session.customerId)
  const figures = []
  for (const [at, call] of [virtual, real].entries()) {
    const { orderId } = orders[at] ?? { orderId: '' }
    await during(contracts.close({ id: orderId, lots: 7n }, call), { BTCUSDT: btc })
    await during(contracts.close({ id: orderId }, call), { BTCUSDT: btc })
    const records = await recordsOf(orderId, call)
    const verdict = verifyContract(records, keys)
    expect(verdict.findings).toEqual([])
    expect(verdict.state?.ended).toBe(true)
    figures.push(records.map(({ fee, feeOpen, feeClose, margin }) => ({ fee, feeOpen, feeClose, margin })))
  }
  expect(figures[0]?.[1]).toMatchObject({ fee: '0.562793' })
  expect(figures[1]).toEqual(figures[0])
  expect((await contracts.preview(buy, real)).cost.feeOpen).toBe('0.625326')
})

it.each([
  ['of another size', '50.00'],
  ['that no operator granted', undefined],
])('a discount %s is found by computing the records again', async (_, wrong) => {
  const { real } = await funded()
  invited.add(real.session.customerId)
  const { orderId } = await contracts.buy(buy, real)
  await second({ BTCUSDT: btc })
  const bodies = (await recordsOf(orderId, real)).map(({ proof, ...body }) => {
    if (proof.index < 0 || body.kind !== 'accepted') return body
    const facts = body['instrument'] as unknown as { terms: Record<string, unknown> }
    const { feeDiscount: _discount, ...terms } = facts.terms
    return { ...body, instrument: { ...facts, terms: wrong === undefined ? terms : { ...terms, feeDiscount: wrong } } }
  }) as unknown as ContractRecord[]
  const { proofAt } = signContractRecords(bodies, { batch: orderId, crypto: keys.crypto, signer: rig.signer })
  const signed = bodies.map((body, at) => ({ ...body, proof: proofAt(at) })) as unknown as SignedRecord[]
  expect(verifyContract(signed, keys).findings.length).toBeGreaterThan(0)
})
