import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { maxByOnePerson, maxUnverified } from '@evenhand/protocol/funds.ts'
import { depositStates, depositStatuses } from '@evenhand/protocol/states.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import {
  assertion,
  depositsFixture,
  hashOf,
  otherProof,
  proof,
  type DepositsFixture,
} from '../../../test/fixtures/deposits.ts'

let fixture: DepositsFixture
beforeAll(async () => {
  fixture = await depositsFixture()
})
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

let made = 0
const usdtRequest = (params: object = {}) => ({
  coin: 'USDT' as const,
  network: 'TRC20' as const,
  amount: '500',
  last6: 'aB3dE6',
  txHash: hashOf((made += 1)),
  proofFileId: proof,
  ...params,
})
const refusalOf = async (requested: Promise<unknown>): Promise<unknown> => {
  const came = await requested.catch((cause: unknown) => cause)
  if (came instanceof Refusal) return came.code
  if (came instanceof Error) throw came
  return came
}
const credit = (id: string, amount: string, operator?: string): Promise<SeenDeposit> =>
  fixture.operate('deposits/:id/credit', { id, round: 1, amount, reason: 'seen on the chain', assertion }, operator)

describe('a deposit', () => {
  it('is credited by one person up to 1 000 USDT, and stands on the real account', async () => {
    const call = await fixture.customer()
    const { id, status, orderNo } = await fixture.deposits.submit(usdtRequest(), call)
    expect([status, orderNo]).toEqual(['SUBMITTED', expect.stringMatching(/^DP\d{9}$/)])
    const credited = await credit(id, '500')
    expect(credited).toMatchObject({ status: 'CREDITED', creditedAmount: '500.000000', approvalsNeeded: 1 })
    expect(await fixture.free(call, 'USDT')).toBe(500_000_000n)
    expect(
      fixture.notified.filter(({ accountId }) => accountId === call.session.accountId).map(({ template }) => template),
    ).toEqual(['deposit.submitted', 'deposit.credited'])
    expect(fixture.auditEntries.at(-1)).toMatchObject({
      act: 'deposit.credit',
      subject: `deposit:${id}`,
      reason: 'seen on the chain',
    })
  })

  it('above 1 000 USDT waits for a second person, who must be another', async () => {
    const call = await fixture.customer({ tier: 'VERIFIED' })
    const { id } = await fixture.deposits.submit(usdtRequest({ amount: '1000.000001' }), call)
    expect(await credit(id, '1000.000001')).toMatchObject({
      status: 'CONFIRMING',
      approvals: [{ operator: 'sandbox-finance1' }],
    })
    expect(await refusalOf(credit(id, '1000.000001'))).toBe(40033)
    expect(await credit(id, '1000.000001', 'second')).toMatchObject({ status: 'CREDITED' })
  })
})

describe('what the form refuses', () => {
  it.each([
    [{ amount: '119.999999' }, 40037],
    [{ amount: '0' }, 10016],
    [{ amount: '500.1234567' }, 10016],
    [{ amount: '1000000000.000001' }, 10016],
    [{ network: 'ERC20' }, 40023],
    [{ network: 'Bitcoin' }, 10025],
    [{ coin: 'BTC', network: 'Bitcoin', amount: '0.01499999' }, 40037],
    [{ coin: 'ETH', network: 'Ethereum', amount: '0.2', txHash: `0x${hashOf(77)}` }, 200],
    [{ txHash: 'x'.repeat(64) }, 40023],
    [{ txHash: `0x${hashOf(7)}` }, 40023],
    [{ txHash: '' }, 40023],
    [{ proofFileId: '' }, 40024],
    [{ proofFileId: '0190a000-0000-7000-8000-00000000000f' }, 40039],
  ])('%j comes to %i', async (params, code) => {
    const came = await refusalOf(fixture.deposits.submit(usdtRequest(params) as never, await fixture.customer()))
    expect(typeof came === 'object' ? 200 : came).toBe(code)
  })
})

describe('one transaction', () => {
  it('claimed a hundred times by two customers, in every spelling, is one deposit and one credit', async () => {
    const [one, two] = [await fixture.customer(), await fixture.customer()]
    const hash = hashOf(0xabcdef)
    const responses = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const txHash = n % 3 === 0 ? hash.toUpperCase() : n % 3 === 1 ? ` ${hash} ` : hash
        return refusalOf(fixture.deposits.submit(usdtRequest({ txHash }), n % 2 === 0 ? one : two))
      }),
    )
    const taken = responses.filter((response) => typeof response === 'object') as { id: string }[]
    expect(taken).toHaveLength(1)
    expect(responses.filter((response) => response === 40017)).toHaveLength(99)
    const id = taken[0]?.id ?? ''
    const credits = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refusalOf(credit(id, '500', n % 2 === 0 ? 'first' : 'second'))),
    )
    expect(credits.filter((response) => typeof response === 'object')).toHaveLength(1)
    expect((await fixture.free(one, 'USDT')) + (await fixture.free(two, 'USDT'))).toBe(500_000_000n)
    // Nor under the network's other name, nor once it is credited.
    expect(await refusalOf(fixture.deposits.submit(usdtRequest({ txHash: hash }), two))).toBe(40017)
    const recorded = { customerId: two.session.customerId, method: 'USDT-TRC20', amount: '500', txHash: hash, fromAddress: 'TAbCdEfG', reason: 'asked' } // prettier-ignore
    expect(await refusalOf(fixture.operate('deposits/record', recorded))).toBe(40017)
  })

  it('belongs to whom it belongs to once a wrong claim is rejected', async () => {
    const [wrong, right] = [await fixture.customer(), await fixture.customer()]
    const request = usdtRequest()
    const { id } = await fixture.deposits.submit(request, wrong)
    await fixture.operate('deposits/:id/reject', { id, reasonCode: 'NOT_FOUND', reason: 'another sender' })
    const claimed = await fixture.deposits.submit(request, right)
    expect(await credit(claimed.id, '500')).toMatchObject({ status: 'CREDITED' })
    expect(await refusalOf(fixture.deposits.resubmit({ id, proofFileId: otherProof }, wrong))).toBe(40017)
  })

  it('is the same response under the same key, and no other request takes the key', async () => {
    const call = { ...(await fixture.customer()), key: 'k1' }
    const request = usdtRequest()
    const responses = await Promise.all(Array.from({ length: 10 }, () => fixture.deposits.submit(request, call)))
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
    await credit(responses[0]?.id ?? '', '500')
    expect(await fixture.deposits.submit(request, call)).toMatchObject({ id: responses[0]?.id, status: 'SUBMITTED' })
    const other = { ...call, requestHash: () => Buffer.alloc(32, 1) }
    expect(await refusalOf(fixture.deposits.submit(usdtRequest(), other))).toBe(40028)
  })
})

describe('a rejected deposit', () => {
  it('is submitted again once, with another picture, and decided anew', async () => {
    const call = await fixture.customer()
    const { id } = await fixture.deposits.submit(usdtRequest(), call)
    const reject = { id, reasonCode: 'UNREADABLE_PROOF', reason: 'cannot be read' }
    expect(await fixture.operate('deposits/:id/reject', reject)).toMatchObject({
      status: 'REJECTED',
      mayResubmit: true,
    })
    expect(await refusalOf(fixture.deposits.resubmit({ id, proofFileId: proof }, call))).toBe(40024)
    expect(await refusalOf(fixture.deposits.resubmit({ id, proofFileId: otherProof }, await fixture.customer()))).toBe(
      40039,
    )
    expect(await fixture.deposits.resubmit({ id, proofFileId: otherProof }, call)).toMatchObject({
      status: 'SUBMITTED',
    })
    // What was approved in the round before approves nothing of this one.
    expect(await refusalOf(credit(id, '500'))).toBe(40006)
    await fixture.operate('deposits/:id/reject', reject, 'second')
    expect(await refusalOf(fixture.deposits.resubmit({ id, proofFileId: proof }, call))).toBe(40039)
    expect(await refusalOf(fixture.deposits.submit(usdtRequest({ txHash: hashOf(made) }), call))).toBe(40017)
  })

  it('can be cancelled by its customer alone, until an operator claims it', async () => {
    const call = await fixture.customer()
    const { id } = await fixture.deposits.submit(usdtRequest(), call)
    expect(await refusalOf(fixture.deposits.cancel({ id }, await fixture.customer()))).toBe(40039)
    expect(await fixture.deposits.cancel({ id }, call)).toMatchObject({ status: 'CANCELLED' })
    expect(await fixture.deposits.cancel({ id }, call)).toMatchObject({ status: 'CANCELLED' })
    expect(await refusalOf(credit(id, '500'))).toBe(40039)
    const again = await fixture.deposits.submit(usdtRequest({ txHash: hashOf(made) }), call)
    await fixture.operate('deposits/:id/hold', { id: again.id, reference: 'AML-1', reason: 'origin unclear' })
    expect(await refusalOf(fixture.deposits.cancel({ id: again.id }, call))).toBe(40039)
  })
})

describe('operators', () => {
  it('credit what arrived below the minimum, by two persons, for no customer has requested it', async () => {
    const call = await fixture.customer()
    const request = { customerId: call.session.customerId, method: 'USDT-TRC20', amount: '20', txHash: hashOf(0x20), fromAddress: 'TAbCdEfGhJ', reason: 'the customer wrote' } // prettier-ignore
    const { id, status } = await fixture.operate<SeenDeposit>('deposits/record', request)
    expect(status).toBe('SUBMITTED')
    expect(await credit(id, '20')).toMatchObject({ status: 'CONFIRMING', approvalsNeeded: 2 })
    expect(await refusalOf(credit(id, '20'))).toBe(40033)
    expect(await fixture.free(call, 'USDT')).toBe(0n)
    expect(await credit(id, '20', 'second')).toMatchObject({ status: 'CREDITED', fromAddress: 'TAbCdEfGhJ' })
    expect(await fixture.free(call, 'USDT')).toBe(20_000_000n)
  })

  it('are two where no price shows what a coin is worth, and one where a fresh one does', async () => {
    const call = await fixture.customer()
    const request = {
      coin: 'BTC' as const,
      network: 'Bitcoin' as const,
      amount: '0.015',
      last6: 'abcdef',
      proofFileId: proof,
    }
    const stale = await fixture.deposits.submit({ ...request, txHash: hashOf(0xb1) }, call)
    expect(await credit(stale.id, '0.015')).toMatchObject({ status: 'CONFIRMING', approvalsNeeded: 2, valueUsdt: null })
    await fixture.price('BTC', 60_000n)
    const fresh = await fixture.deposits.submit({ ...request, txHash: hashOf(0xb2) }, call)
    expect(await credit(fresh.id, '0.015')).toMatchObject({ status: 'CREDITED', valueUsdt: '900.000000' })
    fixture.clock.advance(60_001)
    const old = await fixture.deposits.submit({ ...request, txHash: hashOf(0xb3) }, call)
    expect(await credit(old.id, '0.015')).toMatchObject({ status: 'CONFIRMING' })
  })

  it('see what waits, the most urgent first, and what is overdue', async () => {
    const call = await fixture.customer()
    const { id } = await fixture.deposits.submit(usdtRequest(), call)
    fixture.clock.advance(86_400_001)
    type Queue = { rows: SeenDeposit[]; overdue: number; waiting: number }
    const queue = await fixture.operate<Queue>('deposits', { status: 'WAITING', size: 100 })
    expect(queue.rows.find((row) => row.id === id)).toMatchObject({
      overdue: true,
      username: expect.stringMatching(/^depositor/),
    })
    expect(queue.rows.map(({ dueAt }) => dueAt)).toEqual(queue.rows.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b))
    expect(queue.overdue).toBeGreaterThan(0)
    expect(queue.waiting).toBe(queue.rows.length)
    await credit(id, '500')
  })
})

describe('a customer who is not verified', () => {
  it('has all that arrived, and trades with 1 000 USDT of it; verified, with all', async () => {
    const call = await fixture.customer()
    for (const amount of ['800', '700']) {
      const { id } = await fixture.deposits.submit(usdtRequest({ amount }), call)
      await credit(id, amount)
    }
    expect(await fixture.free(call, 'USDT')).toBe(1_500_000_000n)
    expect(await fixture.mayStake(call, 1_000_000_001n)).toBe(false)
    expect(await fixture.mayStake(call, 1_000_000_000n)).toBe(true)
    // What is withdrawn is first what cannot be traded with.
    expect(await fixture.withdraw(call, 500_000_000n)).toBe(true)
    const { id } = await fixture.deposits.submit(usdtRequest(), call)
    await credit(id, '500')
    expect(await fixture.mayStake(call, 1_000_000_001n)).toBe(false)
    await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [
      call.session.customerId,
    ])
    expect(await fixture.mayStake(call, 1_500_000_000n)).toBe(true)
  })
})

describe('the database', () => {
  it('holds the same limits as the table of funds', async () => {
    const [limits] = await fixture.database.asOwner(
      'select wallet.max_unverified() as unverified, wallet.max_by_one_person() as person',
    )
    expect(limits).toEqual({ unverified: String(maxUnverified), person: String(maxByOnePerson) })
  })

  it('takes no deposit of one customer for the account of another', async () => {
    const [one, two] = [await fixture.customer(), await fixture.customer()]
    const crossed = { ...one, session: { ...one.session, accountId: two.session.accountId } }
    await expect(fixture.deposits.submit(usdtRequest(), crossed)).rejects.toThrow('not of this customer')
  })

  it('lets a deposit go only where the table of states permits', async () => {
    const call = await fixture.customer()
    const { id } = await fixture.deposits.submit(usdtRequest(), call)
    for (const from of depositStatuses)
      for (const to of depositStatuses) {
        if (from === to) continue
        const moved = await fixture.tryMove(id, from, to)
        expect([from, to, moved]).toEqual([from, to, (depositStates[from] as readonly string[]).includes(to)])
      }
  })

  it.each([
    ['api', `update wallet.deposits set status = 'CREDITED'`],
    ['api', `update wallet.deposits set credited = 5`],
    ['api', `select wallet.approve_deposit(null, 1::smallint, 1::smallint, null, 1, '', 1, '{}', now())`],
    ['api', `select wallet.credit_arrival(null, 1, 1, 1, now())`],
    ['api', `insert into wallet.deposits (status) values ('CREDITED')`],
    ['api', `insert into wallet.deposits (from_address) values ('x')`],
    ['api', `insert into wallet.credits (chain) values ('tron')`],
    ['api', `insert into wallet.arrivals values ('tron', '', 0, null, 1, 1)`],
    ['api', `update wallet.addresses_in set customer_id = null`],
    ['console', `update wallet.deposits set status = 'CREDITED'`],
    ['console', `update wallet.deposits set status = 'RETURNED' where status = 'ON_HOLD_AML'`],
    ['console', `insert into wallet.deposit_returns select`],
    ['api', `select wallet.return_deposit(null, 1::smallint, 1::smallint, null, 'abc', '{}', now())`],
    ['console', `insert into wallet.deposit_approvals select`],
    ['console', `select wallet.credit_arrival(null, 1, 1, 1, now())`],
    ['console', `select ledger.post('deposit', null, '{}', '{}', '{}', now())`],
    ['chain', `update wallet.deposits set status = 'CREDITED'`],
    ['chain', `select ledger.post('deposit', null, '{}', '{}', '{}', now())`],
    ['chain', `select wallet.approve_deposit(null, 1::smallint, 1::smallint, null, 1, '', 1, '{}', now())`],
    ['payout', `update wallet.deposits set status = 'CREDITED'`],
  ] as const)('does not let %s do this: %s', async (role, statement) => {
    const { id } = await fixture.deposits.submit(usdtRequest(), await fixture.customer())
    await fixture.operate('deposits/:id/hold', { id, reference: 'AML-9', reason: 'origin unclear' })
    await fixture.deposits.submit(usdtRequest(), await fixture.customer())
    expect(await fixture.stateOf(role, statement)).toMatch(/^(?:42501|23001|23514)$/)
  })
})
