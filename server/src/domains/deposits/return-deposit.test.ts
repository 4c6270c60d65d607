import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { assertion, depositsFixture, hashOf, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/http/refusal.ts'

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await depositsFixture()
})
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

let made = 100
const submit = (call: Call, amount: string) =>
  fixture.deposits.submit(
    { coin: 'USDT', network: 'TRC20', amount, last6: 'aB3dE6', txHash: hashOf((made += 1)), proofFileId: proof },
    call,
  )
const refusalOf = async (requested: Promise<unknown>): Promise<unknown> => {
  const came = await requested.catch((cause: unknown) => cause)
  return came instanceof Refusal ? came.code : came
}

describe('a deposit on hold', () => {
  it('is credited by approval, or sent back by two confirmations', async () => {
    const call = await fixture.customer({ tier: 'VERIFIED' })
    const { id } = await submit(call, '3000')
    const signed = { id, round: 1, amount: '3000', reason: 'seen on the chain', assertion }
    expect(await fixture.operate('deposits/:id/credit', signed)).toMatchObject({ status: 'CONFIRMING' })
    const held = await fixture.operate<SeenDeposit>('deposits/:id/hold', {
      id,
      reference: 'AML-7',
      reason: 'origin unclear',
    })
    expect(held).toMatchObject({ status: 'ON_HOLD_AML', approvals: [], reference: 'AML-7', round: 2 })
    expect(await refusalOf(fixture.operate('deposits/:id/reject', { id, reasonCode: 'NOT_FOUND', reason: 'no' }))).toBe(
      40039,
    )
    const publish = (reference: string, operator?: string, round = 2) =>
      fixture.operate<SeenDeposit>(
        'deposits/:id/return',
        { id, round, reference, reason: 'sent back', assertion },
        operator,
      )
    expect(await refusalOf(publish(hashOf(9), 'first', 1))).toBe(40006)
    expect(await publish(hashOf(9))).toMatchObject({
      status: 'ON_HOLD_AML',
      returns: [{ operator: 'sandbox-finance1' }],
    })
    expect(await refusalOf(publish(hashOf(9)))).toBe(40033)
    expect(await publish(hashOf(8), 'second')).toMatchObject({ status: 'ON_HOLD_AML' })
    expect(fixture.notified.filter(({ template }) => template === 'deposit.returned')).toEqual([])
    expect(await publish(hashOf(9), 'second')).toMatchObject({ status: 'RETURNED', reference: hashOf(9) })
    expect(fixture.notified.at(-1)).toMatchObject({ template: 'deposit.returned' })
    expect(await fixture.free(call, 'USDT')).toBe(0n)
  })

  it('has one approval of each operator: who credits takes back that it was returned, and the other way round', async () => {
    const call = await fixture.customer({ tier: 'VERIFIED' })
    const { id } = await submit(call, '500')
    await fixture.operate('deposits/:id/hold', { id, reference: 'AML-8', reason: 'origin unclear' })
    const signed = { id, round: 2, reason: 'looked it up', assertion }
    const back = (operator: string) =>
      fixture.operate<SeenDeposit>('deposits/:id/return', { ...signed, reference: hashOf(9) }, operator)
    const came = (operator: string) =>
      fixture.operate<SeenDeposit>('deposits/:id/credit', { ...signed, amount: '500' }, operator)
    expect(await back('first')).toMatchObject({ returns: [{ operator: 'sandbox-finance1' }], approvals: [] })
    expect(await came('first')).toMatchObject({ returns: [], approvals: [{ operator: 'sandbox-finance1' }] })
    expect(await back('second')).toMatchObject({ status: 'ON_HOLD_AML' })
    expect(await back('first')).toMatchObject({ status: 'RETURNED', approvals: [] })
  })

  it('cannot be returned while a legal hold keeps its customer’s money', async () => {
    const call = await fixture.customer({ tier: 'VERIFIED' })
    const { id } = await submit(call, '400')
    await fixture.operate('deposits/:id/hold', { id, reference: 'AML-9', reason: 'origin unclear' })
    await fixture.database.asOwner(`update accounts.customers set status = 'LEGAL_HOLD' where id = $1`, [
      call.session.customerId,
    ])
    const back = { id, round: 2, reference: hashOf(9), reason: 'sent back', assertion }
    expect(await refusalOf(fixture.operate('deposits/:id/return', back))).toBe(10008)
  })
})
