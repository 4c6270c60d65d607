import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import {
  assertion,
  depositsFixture,
  hashOf,
  otherProof,
  proof,
  type DepositsFixture,
} from '../../../test/fixtures/deposits.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/http/refusal.ts'

// Coins of a rejected deposit are never stranded: they are recorded as an arrival or sent back.

let fixture: DepositsFixture
let call: Call
let made = 7000
beforeAll(async () => {
  fixture = await depositsFixture()
  call = await fixture.customer({ tier: 'VERIFIED' })
})
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

const usdt = { coin: 'USDT', network: 'TRC20', amount: '500', last6: 'aB3dE6', proofFileId: proof } as const
const claim = (options: Call = call, n = (made += 1)) =>
  fixture.deposits.submit({ ...usdt, txHash: hashOf(n) }, options)
const codeOf = async (requested: Promise<unknown>): Promise<unknown> => {
  const came = await requested.catch((cause: unknown) => cause)
  if (came instanceof Refusal) return came.code
  if (came instanceof Error) throw came
  return (came as SeenDeposit).status
}
const reject = (id: string, operator = 'first') =>
  fixture.operate<SeenDeposit>('deposits/:id/reject', { id, reasonCode: 'NOT_FOUND', reason: 'not there' }, operator)
const record = (n: number, options: Call = call, operator = 'first') =>
  fixture.operate<SeenDeposit>(
    'deposits/record',
    {
      customerId: options.session.customerId,
      method: 'USDT-TRC20',
      amount: '500',
      txHash: hashOf(n),
      fromAddress: 'TXsender1aB3dE6',
      reason: 'it came after all',
    },
    operator,
  )
const credit = (id: string, operator = 'first', round = 1) =>
  fixture.operate<SeenDeposit>('deposits/:id/credit', { id, round, amount: '500', reason: 'seen', assertion }, operator)
const sentBack = (id: string, operator = 'first', options: object = {}) =>
  fixture.operate<SeenDeposit>(
    'deposits/:id/return',
    { id, round: 1, reference: hashOf(9), reason: 'sent back', assertion, ...options },
    operator,
  )
/** A claim that was rejected twice, by two persons. */
async function rejectedTwice(): Promise<string> {
  const { id } = await claim()
  await reject(id)
  await fixture.deposits.resubmit({ id, proofFileId: otherProof }, call)
  await reject(id, 'second')
  return id
}

describe('a second rejection', () => {
  it('is another person’s than the first, whatever form the claim takes', async () => {
    const { id } = await claim()
    expect(await reject(id)).toMatchObject({ status: 'REJECTED', mayResubmit: true })
    await fixture.deposits.resubmit({ id, proofFileId: otherProof }, call)
    expect(await codeOf(reject(id))).toBe(40033)
    expect(await reject(id, 'second')).toMatchObject({ status: 'REJECTED', mayResubmit: false })
    const arrival = await record(made)
    expect(await codeOf(reject(arrival.id))).toBe(40033)
    expect(await codeOf(reject(arrival.id, 'second'))).toBe(40033)
    expect(await credit(arrival.id)).toMatchObject({ status: 'CONFIRMING' })
    expect(await credit(arrival.id, 'second')).toMatchObject({ status: 'CREDITED' })
  })

  it('of another customer’s claim is not one', async () => {
    const [one, two] = [await claim(), await claim(await fixture.customer())]
    await reject(one.id)
    expect(await reject(two.id)).toMatchObject({ status: 'REJECTED' })
  })
})

describe('a rejected transaction', () => {
  it('is recorded as an arrival and credited by two, on the proof that was sent', async () => {
    const before = await fixture.free(call, 'USDT')
    const id = await rejectedTwice()
    const arrival = await record(made)
    expect(arrival).toMatchObject({
      status: 'SUBMITTED',
      approvalsNeeded: 2,
      proofFileId: otherProof,
      sameTransaction: [{ id }],
    })
    expect(await codeOf(record(made))).toBe(40017)
    expect(await codeOf(claim(await fixture.customer(), made))).toBe(40017)
    // The customer sees where it goes on, and does not send the form again.
    const [, rejected] = (await fixture.deposits.list({}, call)) as { status: string }[]
    expect(rejected).toMatchObject({ id, status: 'REJECTED', mayResubmit: false, followedBy: arrival.orderNo })
    expect(fixture.notified.at(-1)).toMatchObject({ template: 'deposit.recorded', params: { depositId: arrival.id } })
    expect(await codeOf(sentBack(id, 'first', { round: 2 }))).toBe(40017)
    await credit(arrival.id)
    expect(await credit(arrival.id, 'second')).toMatchObject({ status: 'CREDITED' })
    expect((await fixture.free(call, 'USDT')) - before).toBe(500_000_000n)
    expect(await codeOf(record(made))).toBe(40017)
  })

  it('is returned by two for the same transaction, and can be credited to no one afterwards', async () => {
    const id = await rejectedTwice()
    expect(await sentBack(id, 'first', { round: 2 })).toMatchObject({ status: 'REJECTED', returns: [{ operator: 'sandbox-finance1' }] }) // prettier-ignore
    expect(await codeOf(sentBack(id, 'first', { round: 2 }))).toBe(40033)
    expect(await codeOf(sentBack(id, 'second', { round: 1 }))).toBe(40006)
    expect(await sentBack(id, 'second', { round: 2 })).toMatchObject({ status: 'RETURNED', reference: hashOf(9) })
    expect(fixture.notified.at(-1)).toMatchObject({ template: 'deposit.returned' })
    expect(await codeOf(record(made))).toBe(40017)
    expect(await codeOf(claim(await fixture.customer(), made))).toBe(40017)
  })

  it('that is another customer’s by now is not sent back', async () => {
    const { id } = await claim()
    await reject(id)
    const right = await fixture.customer()
    const owned = await claim(right, made)
    await sentBack(id).catch(() => {})
    expect(await codeOf(sentBack(id))).toBe(40017)
    await credit(owned.id)
    expect(await codeOf(sentBack(id, 'second'))).toBe(40017)
  })

  it('is not sent back and taken up again at the same moment', async () => {
    const tries = Array.from({ length: 6 }, async () => {
      const n = (made += 1)
      const { id } = await claim(call, n)
      await reject(id)
      await sentBack(id)
      const [back, again, recorded] = await Promise.all([
        codeOf(sentBack(id, 'second')),
        codeOf(fixture.deposits.resubmit({ id, proofFileId: otherProof }, call)),
        codeOf(record(n)),
      ])
      return [back, again, recorded].filter((one) => typeof one === 'string')
    })
    for (const one of await Promise.all(tries)) expect(one).toHaveLength(1)
  })
})
