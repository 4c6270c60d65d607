import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { assertion, depositsFixture, hashOf, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import { publishedNotices, rolledBackAtCommit } from '../../../test/fixtures/published-notices.ts'

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await depositsFixture()
})
afterAll(() => fixture.close())

const claim = { coin: 'USDT', network: 'TRC20', amount: '150', last6: 'aB3dE6', proofFileId: proof } as const

it('a credited deposit and its notice are committed together, once, or neither is', async () => {
  const call = await fixture.customer({ tier: 'VERIFIED' })
  const { id } = await fixture.deposits.submit({ ...claim, txHash: hashOf(7001) }, call)
  const credit = (): Promise<SeenDeposit> =>
    fixture.operate('deposits/:id/credit', { id, round: 1, amount: '150', reason: 'seen on the chain', assertion })
  const credited = () => publishedNotices(fixture.database, { template: 'deposit.credited' })
  await rolledBackAtCommit(fixture.database, async () => {
    await expect(credit()).rejects.toThrow('rolled back at commit')
  })
  expect(await credited()).toEqual([])
  // As where the process ends after the commit, before its pages are notified.
  fixture.afterCommit.moved = () => {
    throw new Error('the process ended')
  }
  await expect(credit()).rejects.toThrow('the process ended')
  fixture.afterCommit.moved = () => {}
  expect(await credited()).toMatchObject([{ ref: `deposit.credited ${id} 1`, params: { coin: 'USDT' } }])
  expect(await publishedNotices(fixture.database, { template: 'deposit.submitted' })).toHaveLength(1)
})
