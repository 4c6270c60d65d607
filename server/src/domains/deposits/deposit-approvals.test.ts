import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { assertion, depositsFixture, hashOf, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal } from '../../kernel/http/refusal.ts'

// A month's deposits as one dishonest finance account would handle them, and as two honest ones would.

let fixture: DepositsFixture
let call: Call
let made = 5000
beforeAll(async () => {
  fixture = await depositsFixture()
  call = await fixture.customer({ tier: 'VERIFIED' })
})
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

const usdt = { coin: 'USDT', network: 'TRC20', last6: 'aB3dE6', proofFileId: proof } as const
const claim = async (amount: string): Promise<string> =>
  (await fixture.deposits.submit({ ...usdt, amount, txHash: hashOf((made += 1)) }, call)).id
const codeOf = async (requested: Promise<unknown>): Promise<unknown> => {
  const came = await requested.catch((cause: unknown) => cause)
  if (came instanceof Refusal) return came.code
  if (came instanceof Error) throw came
  return (came as SeenDeposit).status
}
const credit = (id: string, amount: string, operator?: string, params: object = {}): Promise<SeenDeposit> =>
  fixture.operate(
    'deposits/:id/credit',
    { id, round: 1, amount, reason: 'seen on the chain', assertion, ...params },
    operator,
  )
const view = (id: string, operator?: string): Promise<SeenDeposit> => fixture.operate('deposits/:id', { id }, operator)
const signedBy = async (
  operator: string,
  id: string,
  params: { amount: string; claimed?: string; revision?: number },
) => {
  const seen = await view(id, operator)
  return fixture.sign(
    operator,
    depositCredit(
      { ...seen, claimed: seen.amount, ...params },
      { amount: params.amount, fromAddress: '', creditedBefore: null },
    ),
  )
}

describe('one finance account', () => {
  it.each([
    ['1050', '5'],
    ['150', '999'],
    ['30000', '1'],
    ['150', '150.000001'],
  ])('does not credit alone what differs from the claim: of %s, %s', async (claimed, typed) => {
    const id = await claim(claimed)
    const before = await fixture.free(call, 'USDT')
    expect(await credit(id, typed)).toMatchObject({ status: 'CONFIRMING', approvalsGiven: 1, approvalsNeeded: 2 })
    for (const amount of [typed, `${typed}${typed.includes('.') ? '' : '.000000'}`])
      expect(await codeOf(credit(id, amount))).toBe(40033)
    expect(await fixture.free(call, 'USDT')).toBe(before)
  })

  it('is one voice however often it corrects itself, and none over an amount it has left', async () => {
    const id = await claim('1500')
    for (const amount of ['1500', '1400', '1500', '1400'])
      expect(await credit(id, amount)).toMatchObject({
        status: 'CONFIRMING',
        approvals: [{ operator: 'sandbox-finance1' }],
      })
    expect(fixture.auditEntries.slice(-4).map(({ act }) => act)).toEqual([
      'deposit.approve',
      ...Array(3).fill('deposit.correct'),
    ])
    expect(fixture.auditEntries.at(-1)).toMatchObject({ before: { ownAmount: '1500.000000' }, after: { amount: '1400.000000', claimed: '1500.000000' } }) // prettier-ignore
    expect(await credit(id, '1500', 'second')).toMatchObject({ status: 'CONFIRMING', approvalsGiven: 1 })
  })

  it('does not credit before it has opened the proof itself', async () => {
    // That it has seen the same picture with another deposit approves nothing of this one.
    fixture.clock.advance(1000)
    const id = await claim('200')
    const asIs = async (operator: string) =>
      codeOf(
        credit(id, '200', operator, { revision: 1, assertion: await signedBy(operator, id, { amount: '200.000000' }) }),
      )
    expect(await view(id)).toMatchObject({ evidence: null })
    expect(await asIs('first')).toBe(40024)
    await fixture.operate('deposits/:id/proof', { id, reason: 'to compare' }, 'second')
    expect(await asIs('first')).toBe(40024)
    await fixture.operate('deposits/:id/proof', { id, reason: 'to compare' })
    expect(await asIs('first')).toBe('CREDITED')
  })
})

describe('credits of one finance account in a day', () => {
  const alone = async () => {
    const { rows } = await sql<{
      units: bigint
    }>`select wallet.may_credit_alone(o.id, to_timestamp(${fixture.clock.now()}::float8 / 1000)) as units
      from operators.operators o where o.name = 'sandbox-finance1'`.execute(fixture.database.owner)
    return rows[0]?.units
  }

  it('come to 10 000 USDT without a second, twenty at the same moment', async () => {
    fixture.clock.advance(dayMs)
    const before = await fixture.free(call, 'USDT')
    const ids = []
    for (let n = 0; n < 20; n += 1) ids.push(await claim('900'))
    const came = await Promise.all(ids.map((id) => codeOf(credit(id, '900'))))
    expect(came.filter((one) => one === 'CREDITED')).toHaveLength(11)
    expect(came.filter((one) => one === 'CONFIRMING')).toHaveLength(9)
    expect((await fixture.free(call, 'USDT')) - before).toBe(9_900_000_000n)
    expect(await alone()).toBe(100_000_000n)

    // What is left is less than a claim may be; what two have approved takes nothing of it, from either.
    expect(await codeOf(credit(await claim('120'), '120'))).toBe('CONFIRMING')
    const waiting = ids.filter((_, n) => came[n] === 'CONFIRMING')
    expect(await view(waiting[0] ?? '', 'second')).toMatchObject({ approvalsGiven: 1, approvalsNeeded: 2, isBeyondDay: false }) // prettier-ignore
    for (const id of waiting) expect(await codeOf(credit(id, '900', 'second'))).toBe('CREDITED')
    expect(await alone()).toBe(100_000_000n)
    expect(await view(await claim('900'))).toMatchObject({ approvalsNeeded: 2, isBeyondDay: true })
    expect(await view(await claim('900'), 'second')).toMatchObject({ approvalsNeeded: 1, isBeyondDay: false })

    fixture.clock.advance(dayMs)
    expect(await alone()).toBe(1_000_000_000n)
    expect(await codeOf(credit(await claim('900'), '900'))).toBe('CREDITED')
  })
})

describe('an approval', () => {
  const request = (id: string, params: object) => ({
    id,
    round: 1,
    revision: 1,
    reason: 'seen on the chain',
    ...params,
  })
  const post = (id: string, params: object, operator = 'first') =>
    codeOf(fixture.operate('deposits/:id/credit', request(id, params), operator))
  const opened = async (amount: string): Promise<string> => {
    const id = await claim(amount)
    for (const operator of ['first', 'second'])
      await fixture.operate('deposits/:id/proof', { id, reason: 'look' }, operator)
    return id
  }

  it('is signed over claim and amount: nothing else that was signed stands for it', async () => {
    const [id, other] = [await opened('1500'), await opened('1500')]
    const own = await signedBy('first', id, { amount: '1500.000000' })
    for (const [params, code] of [
      [{ amount: '1500', assertion: await signedBy('first', id, { amount: '1500.000001' }) }, 40036],
      [
        { amount: '1500', assertion: await signedBy('first', id, { amount: '1500.000000', claimed: '1.000000' }) },
        40036,
      ],
      [{ amount: '1500', assertion: await signedBy('first', other, { amount: '1500.000000' }) }, 40036],
      [{ amount: '1500', assertion: await signedBy('second', id, { amount: '1500.000000' }) }, 40036],
      [{ amount: '1400', assertion: own }, 40036],
      [{ amount: '1500', assertion: own, revision: 2 }, 40036],
      [{ amount: '1500', assertion: own, fromAddress: 'TXother' }, 40036],
      [{ amount: '1500', assertion: own, round: 2 }, 40006],
      [{ amount: '1500', assertion: await signedBy('first', id, { amount: '1500.000000', revision: 99_999 }), revision: 99_999 }, 40006], // prettier-ignore
      [{ amount: '0', assertion: own }, 10016],
    ] as const)
      expect([params, await post(id, params)]).toEqual([params, code])
    expect(await post(id, { amount: '1500', assertion: own })).toBe('CONFIRMING')
    expect(await post(id, { amount: '1500', assertion: own })).toBe(40033)
  })

  it('that was replaced is not replayed', async () => {
    const id = await opened('1500')
    const old = { amount: '1500', assertion: await signedBy('first', id, { amount: '1500.000000' }) }
    await post(id, old)
    expect(await credit(id, '1400')).toMatchObject({ revision: 3 })
    expect(await post(id, old)).toBe(40006)
    expect(await post(id, { ...old, revision: 3 })).toBe(40036)
    expect(await credit(id, '1500', 'second')).toMatchObject({ status: 'CONFIRMING' })
  })

  it('is refused by the database too, to any caller with the role `console`', async () => {
    const id = await opened('30000')
    const staff = (await fixture.database.asOwner(`select id, name from operators.operators order by name`)) as {
      id: string
      name: string
    }[]
    const idOf = (name: string) => staff.find((one) => one.name === name)?.id ?? ''
    const outcome = async (operator: string, amount: string, given: object, price: string | null = null) => {
      const { rows } = await sql<{
        outcome: string
      }>`select outcome from wallet.approve_deposit(${id}, 1::smallint, 1::smallint,
        ${idOf(operator)}, ${amount}::bigint, '', ${price}::bigint, ${JSON.stringify(given)}::jsonb, now())`.execute(
        fixture.database.pools.console,
      )
      return rows[0]?.outcome
    }
    const own = await signedBy('first', id, { amount: '30000.000000' })
    expect(await outcome('sandbox-finance2', '30000000000', own)).toBe('unsigned')
    expect(await outcome('sandbox-finance1', '1000000', own)).toBe('unsigned')
    expect(await outcome('sandbox-support', '30000000000', own)).toBe('evidence')
    expect(await outcome('sandbox-finance1', '30000000000', own, '1')).toBe('waits')
    expect(await outcome('sandbox-finance1', '30000000000', own)).toBe('same')
  })

  it('over a coin whose price is old, or other than on record, requires two and is no refusal', async () => {
    const btc = { coin: 'BTC', network: 'Bitcoin', amount: '0.016', last6: 'abcdef', proofFileId: proof } as const
    const claimed = async () => (await fixture.deposits.submit({ ...btc, txHash: hashOf((made += 1)) }, call)).id
    await fixture.price('BTC', 60_000n)
    expect(await credit(await claimed(), '0.016')).toMatchObject({ status: 'CREDITED' })
    await fixture.price('BTC', 63_000n)
    expect(await credit(await claimed(), '0.016')).toMatchObject({ status: 'CONFIRMING' })
    await fixture.price('BTC', 60_000n)
    fixture.clock.advance(61_000)
    expect(await credit(await claimed(), '0.016')).toMatchObject({ status: 'CONFIRMING', valueUsdt: null })
    await fixture.price('BTC', 60_000n)
    await fixture.database.asOwner(`update markets.instruments set last_price = 9000000 where code = 'BTCUSDT'`)
    expect(await credit(await claimed(), '0.016')).toMatchObject({ status: 'CONFIRMING' })
  })
})

describe('two finance accounts', () => {
  it('credit what they agree on: who typed another amount corrects the own approval, and either may', async () => {
    for (const corrector of ['first', 'second']) {
      const before = await fixture.free(call, 'USDT')
      const id = await claim('1050')
      await credit(id, '1050')
      const mixed = await credit(id, '1005', 'second')
      expect(mixed).toMatchObject({ status: 'CONFIRMING', approvalsGiven: 1, approvalsNeeded: 2 })
      expect(mixed.approvals).toHaveLength(2)
      const agreed = corrector === 'first' ? '1005' : '1050'
      expect(await credit(id, agreed, corrector)).toMatchObject({ status: 'CREDITED', approvalsGiven: 2 })
      expect((await fixture.free(call, 'USDT')) - before).toBe(BigInt(agreed) * 1_000_000n)
    }
  })

  it('state who sent it too: another sender is another value', async () => {
    const id = await claim('1500')
    await credit(id, '1500', 'first', { fromAddress: 'TXsender1' })
    expect(await credit(id, '1500', 'second')).toMatchObject({ status: 'CONFIRMING', fromAddress: null })
    expect(await credit(id, '1500', 'second', { fromAddress: 'TXsender1' })).toMatchObject({ status: 'CREDITED', fromAddress: 'TXsender1' }) // prettier-ignore
  })

  it('credit once, twenty approvals at the same moment', async () => {
    const id = await claim('2000')
    const before = await fixture.free(call, 'USDT')
    const came = await Promise.all(
      Array.from({ length: 20 }, (_, n) => codeOf(credit(id, '2000', n % 2 === 0 ? 'first' : 'second'))),
    )
    expect(came.filter((one) => one === 'CREDITED')).not.toHaveLength(0)
    expect(came.filter((one) => typeof one === 'number').every((code) => [40033, 40039, 40006].includes(code as number))).toBe(true) // prettier-ignore
    expect((await fixture.free(call, 'USDT')) - before).toBe(2_000_000_000n)
    const [credits] = await fixture.database.asOwner(
      'select count(*)::int as n from wallet.credits where deposit_id = $1',
      [id],
    )
    expect(credits).toEqual({ n: 1 })
  })

  it('credit the rest where "1" has closed a claim of 30 000, both over what was credited before', async () => {
    const before = await fixture.free(call, 'USDT')
    const id = await claim('30000')
    await credit(id, '1')
    const closed = await credit(id, '1', 'second')
    expect(closed).toMatchObject({ status: 'CREDITED', creditedAmount: '1.000000' })
    const rest = {
      customerId: call.session.customerId,
      method: 'USDT-TRC20',
      amount: '29999',
      txHash: closed.txHash,
      fromAddress: 'TXsender1',
      reason: 'the rest of it',
    }
    expect(await codeOf(fixture.operate('deposits/record', rest))).toBe(40017)
    const part = await fixture.operate<SeenDeposit>('deposits/record', { ...rest, part: true })
    expect(part).toMatchObject({
      status: 'SUBMITTED',
      approvalsNeeded: 2,
      creditedBefore: '1.000000',
      sameTransaction: [{ id }],
    })
    expect(await codeOf(fixture.operate('deposits/record', { ...rest, part: true }))).toBe(40017)
    // It stands on the proof of the claim, which each of the two opens.
    expect(part.proofFileId).toBe(proof)
    expect(await credit(part.id, '29999')).toMatchObject({ status: 'CONFIRMING' })
    expect(await codeOf(credit(part.id, '29999'))).toBe(40033)
    expect(await credit(part.id, '29999', 'second')).toMatchObject({ status: 'CREDITED' })
    expect((await fixture.free(call, 'USDT')) - before).toBe(30_000_000_000n)
    expect(await fixture.operate('deposits/:id', { id })).toMatchObject({ followedBy: part.orderNo })
    const nothing = { ...rest, txHash: hashOf((made += 1)), part: true }
    expect(await codeOf(fixture.operate('deposits/record', nothing))).toBe(40039)
  })
})
