import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { people } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

const whole = { asset: 'USDT.virtual', free: '10000.000000', held: '0.000000' }
const capital = await at.ledger.accountNamed('house:capital')

/** Moves virtual money of a customer to the house or back, as trading would. */
async function move(token: string, units: bigint): Promise<void> {
  const session = await at.auth.findSession(token)
  await at.ledger.post(database.owner, {
    kind: 'test',
    ref: '01900000-0000-7000-8000-000000000000',
    at: at.clock.now(),
    lines: [
      { accountId: session?.accountId ?? 0n, asset: 'USDT.virtual', units },
      { accountId: capital, asset: 'USDT.virtual', units: -units },
    ],
  })
}
const entries = async (token: string): Promise<number> => {
  const session = await at.auth.findSession(token)
  const rows = await sql<{
    n: number
  }>`select count(*)::int as n from ledger.entries where kind = 'virtual.reset' and owner = ${session?.accountId}`.execute(
    database.pools.api,
  )
  return rows.rows[0]?.n ?? 0
}
const reset = (token: string, key?: string) =>
  at.post('user/virtual/reset', {}, { token, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) })

test('brings the free balance to 10 000 from below and from above, by one entry each; what is on hold stays', async () => {
  const { token } = await at.customer('amy')
  const session = await at.auth.findSession(token)
  await sql`select ledger.set_aside('01900000-0000-7000-8000-000000000001', ${session?.accountId}, 2::smallint, 250000000, now())`.execute(
    database.owner,
  )
  await move(token, -9_000_000_000n)
  expect((await reset(token)).result).toEqual([{ ...whole, held: '250.000000' }])
  expect(await entries(token)).toBe(1)
  await move(token, 1_234_567n)
  expect((await reset(token)).result).toEqual([{ ...whole, held: '250.000000' }])
  expect(await entries(token)).toBe(2)
  expect((await at.get('user/accounts', { token })).result).toMatchObject({
    virtual: [{ ...whole, held: '250.000000' }],
    real: [{ free: '0.000000' }],
  })
})

test('five a day, then 40029 until midnight UTC; a reset with nothing to move is not counted', async () => {
  const { token } = await at.customer('ben')
  for (let i = 0; i < 8; i++) expect((await reset(token)).code).toBe(200)
  for (let i = 0; i < 5; i++) {
    await move(token, -1n)
    expect((await reset(token)).code).toBe(200)
  }
  await move(token, -1n)
  const sinceMidnight = at.clock.now() % 86_400_000
  expect(await reset(token)).toMatchObject({
    status: 429,
    code: 40029,
    params: { retryAfterS: Math.ceil((86_400_000 - sinceMidnight) / 1000) },
  })
  expect(await entries(token)).toBe(5)
  at.clock.advance(86_400_000 - sinceMidnight)
  expect((await reset(token)).code).toBe(200)
  expect(await entries(token)).toBe(6)
})

test('twenty callers at once: one entry, and the balance is exact', async () => {
  const { token } = await at.customer('twenty')
  await move(token, -5_000_000_000n)
  const responses = await Promise.all(Array.from({ length: 20 }, () => reset(token)))
  expect(responses.every((response) => response.code === 200)).toBe(true)
  expect(await entries(token)).toBe(1)
  expect((await at.ledger.audit()).filter((finding) => !finding.ok)).toEqual([])
})

test('one key is one reset, also for twenty at once, and returns the first response again', async () => {
  const { token } = await at.customer('keyed')
  await move(token, -5_000_000_000n)
  const responses = await Promise.all(Array.from({ length: 20 }, () => reset(token, 'k-1')))
  expect(responses.map((response) => response.result)).toEqual(Array.from({ length: 20 }, () => [whole]))
  await move(token, -1_000_000_000n)
  expect((await reset(token, 'k-1')).result).toEqual([whole])
  expect((await at.get('user/accounts', { token })).result).toMatchObject({ virtual: [{ free: '9000.000000' }] })
  expect((await reset(token, 'k-2')).result).toEqual([whole])
  expect(await entries(token)).toBe(2)
  expect((await at.get('user/accounts', { token })).result).toMatchObject({ virtual: [{ free: '10000.000000' }] })
})

test('a refused reset leaves nothing behind, its key included', async () => {
  const { token } = await at.customer('refused')
  for (let i = 0; i < 5; i++) {
    await move(token, -1n)
    await reset(token)
  }
  await move(token, -1n)
  expect((await reset(token, 'later')).code).toBe(40029)
  at.clock.advance(86_400_000)
  expect((await reset(token, 'later')).code).toBe(200)
  expect(await entries(token)).toBe(6)
})

test('a key that is malformed, a body that has a field, and no session are refused', async () => {
  const { token } = await at.customer('forms')
  expect((await reset(token, 'not a key')).code).toBe(40020)
  expect((await at.post('user/virtual/reset', { amount: '1' }, { token })).code).toBe(40020)
  expect(await at.post('user/virtual/reset', {})).toMatchObject({ status: 401, code: 401 })
})
