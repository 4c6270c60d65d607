import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { sealEntries } from '../../../test/fixtures/books.ts'
import { liabilitiesFixture, type LiabilitiesFixture } from '../../../test/fixtures/liabilities.ts'

let database: TestDatabase
let house: LiabilitiesFixture
beforeEach(async () => {
  database = await testDatabase()
  house = await liabilitiesFixture(database)
})
afterEach(async () => {
  await house.close()
  await database.close()
})

const seal = () => sealEntries(database, house.books)
const owedOf = (statement: { assets: readonly { owed: string }[] } | undefined): (string | undefined)[] =>
  statement?.assets.map(({ owed }) => owed) ?? []

test('a customer finds the own balances in the published sums, and nobody’s virtual money is in them', async () => {
  const [amy, ben, cleo] = [await house.holder(), await house.holder(), await house.holder()]
  await house.credit(amy, 'USDT', 1_234_560_000n)
  await house.credit(amy, 'BTC', 7n)
  await house.credit(ben, 'USDT', 1n)
  await seal()
  const statement = await house.liabilities.state()
  expect(owedOf(statement)).toEqual(['1234560001', '0', '7', '0'])
  expect(statement).toMatchObject({
    simulated: true,
    leaves: 2,
    assets: [{ custody: '1234560001' }, { custody: null, own: null }, {}, {}],
  })
  // Sealed with the next head, a minute at most.
  expect(await house.proved(amy)).toMatchObject({ ok: true, document: { seal: null } })
  await house.books.seal()
  expect(await house.proved(amy)).toMatchObject({
    ok: true,
    owned: [1_234_560_000n, 0n, 7n, 0n],
    document: { seal: { record: { type: 'liabilities' } } },
  })
  expect(await house.proved(ben)).toMatchObject({ ok: true, owned: [1n, 0n, 0n, 0n] })
  expect(await house.proved(cleo)).toMatchObject({ ok: true, owned: [0n, 0n, 0n, 0n], document: { leaves: [] } })
})

test('money that moves while it is drawn changes nothing: balances are those after the sealed entry', async () => {
  const holders = await Promise.all([house.holder(), house.holder(), house.holder()])
  for (const holder of holders) await house.credit(holder, 'USDT', 1_000_000n)
  await seal()
  // After the newest sealed entry: one earns, one leaves with everything, one comes anew.
  const [first, second] = holders
  if (first === undefined || second === undefined) throw new Error('three customers')
  await house.credit(first, 'USDT', 500n)
  await house.credit(second, 'USDT', -1_000_000n)
  const late = await house.holder()
  await house.credit(late, 'USDT', 9n)
  let moving = true
  const mover = (async () => {
    while (moving) await house.credit(first, 'USDT', 1n)
  })()
  const statement = await house.liabilities.state()
  moving = false
  await mover
  expect(owedOf(statement)[0]).toBe('3000000')
  expect(statement?.assets[0]?.custody).toBe('3000000')
  for (const holder of holders)
    expect(await house.proved(holder)).toMatchObject({ ok: true, owned: [1_000_000n, 0n, 0n, 0n] })
  expect(await house.proved(late)).toMatchObject({ ok: true, document: { leaves: [] } })
})

test('what was won and is not in custody yet stands beside the coins of the house that fill it', async () => {
  const amy = await house.holder()
  await house.credit(amy, 'USDT', 100n)
  const [before = 0n] = await house.liabilities.deps.issuedAt('capital', { entry: 1_000_000n, assets: ['USDT'] })
  await house.credit(amy, 'USDT', 30n, 'house:capital')
  await seal()
  await house.credit(amy, 'USDT', 5n, 'house:capital')
  expect((await house.liabilities.state())?.assets[0]).toMatchObject({
    owed: '130',
    custody: '100',
    own: String(before + 30n),
  })
})

test('a large balance is in several leaves under salts of their own, which come to it', async () => {
  const rich = await house.holder()
  await house.credit(rich, 'USDT', 95_000_000_000n)
  await house.credit(rich, 'ETH', 1n)
  await seal()
  expect((await house.liabilities.state())?.leaves).toBe(10)
  const { ok, owned, document } = await house.proved(rich)
  expect({ ok, owned }).toEqual({ ok: true, owned: [95_000_000_000n, 0n, 0n, 1n] })
  expect(document?.leaves).toHaveLength(10)
  expect(new Set(document?.leaves.map(({ salt }) => salt)).size).toBe(10)
})

test('many customers are all proved, each at a position of its own', async () => {
  await house.holder()
  await database.asOwner(`
    with opened as (
      insert into ledger.accounts (name, opened_at) select 'user:' || gen_random_uuid(), now() from generate_series(1, 700) returning id)
    insert into ledger.balances (account_id, asset, free, held) select id, 1, 5, 2 from opened`)
  await seal()
  const statement = await house.liabilities.state()
  expect(statement).toMatchObject({ leaves: 700, depth: 10 })
  expect(owedOf(statement)[0]).toBe('4900')
  const rows = (await database.asOwner('select customer_id::text as id from liabilities.leaves order by salt')) as {
    id: string
  }[]
  for (const nth of [0, 255, 256, 511, 512, 699]) {
    const { ok, document } = await house.proved({ customerId: rows[nth]?.id ?? '', accountId: 0n })
    expect({ ok, at: document?.leaves[0]?.index }).toEqual({ ok: true, at: nth })
  }
})

test('one statement a day is made, at a moment of the next that nobody knows, however many processes make it', async () => {
  const amy = await house.holder()
  await house.credit(amy, 'USDT', 5n)
  await seal()
  const made = await Promise.allSettled([
    house.liabilities.state(),
    house.liabilities.state(),
    house.liabilities.state(),
  ])
  expect(made.filter((one) => one.status === 'fulfilled' && one.value !== undefined)).toHaveLength(1)
  expect(await house.proved(amy)).toMatchObject({ ok: true })
  expect(await house.liabilities.state()).toBeUndefined()
  const [row] = (await database.asOwner('select epoch, next_at::float8 as next from liabilities.statements')) as {
    epoch: number
    next: number
  }[]
  if (row === undefined) throw new Error('a statement')
  expect(Math.floor(row.next / dayMs)).toBe(row.epoch + 1)
  house.fixture.clock.set(row.next - 1)
  expect(await house.liabilities.state()).toBeUndefined()
  const checked = async () => (await house.books.checkStates()).find(({ kind }) => kind === 'liabilities')?.state
  expect(await checked()).toBe('ok')
  house.fixture.clock.set(row.next + hourMs)
  expect(await checked()).toBe('stale')
  house.fixture.clock.set(row.next)
  expect((await house.liabilities.state())?.epoch).toBe(row.epoch + 1)
})

test('one that was left half made by a crash is made anew, and old trees are let go', async () => {
  const amy = await house.holder()
  await house.credit(amy, 'USDT', 5n)
  await seal()
  await database.asOwner(
    `insert into liabilities.leaves values (nextval('liabilities.tree_seq'), gen_random_uuid(), gen_random_uuid(), '{9,0,0,0}')`,
  )
  expect(owedOf(await house.liabilities.state())[0]).toBe('5')
  for (let day = 0; day < 4; day += 1) {
    house.fixture.clock.advance(2 * dayMs)
    await house.liabilities.state()
  }
  const [kept] = (await database.asOwner(`
    select (select count(*)::int from liabilities.statements) as statements, count(distinct tree)::int as trees from liabilities.leaves`)) as object[]
  expect(kept).toEqual({ statements: 5, trees: 3 })
})

test('a leaf that was changed or left out is found by its customer, and by the daily check', async () => {
  const [amy, ben] = [await house.holder(), await house.holder()]
  for (const one of [amy, ben]) await house.credit(one, 'USDT', 100n)
  await seal()
  await house.liabilities.state()
  await house.books.seal()
  expect(await house.liabilities.audit()).toEqual([])
  await database.asOwner(`update liabilities.leaves set sums = '{1,0,0,0}' where customer_id = $1`, [amy.customerId])
  expect((await house.proved(amy)).findings).toMatchObject([{ is: 'path' }])
  expect(await house.liabilities.audit()).toMatchObject([
    { at: 'liabilities 1', expected: expect.anything(), found: expect.anything() },
  ])
  await database.asOwner(`delete from liabilities.leaves where customer_id = $1`, [amy.customerId])
  // The statement of the account has 100; the proof has nothing.
  expect(await house.proved(amy)).toMatchObject({ owned: [0n, 0n, 0n, 0n], document: { leaves: [] } })
  expect(await house.liabilities.audit()).toMatchObject([{ found: expect.stringContaining('has not 2 leaves') }])
})

test('a statement that the owner of the database rewrites is found', async () => {
  const amy = await house.holder()
  await house.credit(amy, 'USDT', 100n)
  await seal()
  await house.liabilities.state()
  await house.books.seal()
  expect((await house.books.audit()).findings).toEqual([])
  await database.asOwner(`set session_replication_role = replica;
    update liabilities.statements set statement = replace(statement::text, '"owed":"100"', '"owed":"10"')::json`)
  expect((await house.proved(amy)).ok).toBe(false)
  expect((await house.books.audit()).findings.map(({ at }) => at)).toEqual(
    expect.arrayContaining([expect.stringContaining('liabilities 1')]),
  )
})

test('before the first statement there is no proof', async () => {
  await expect(house.proved(await house.holder())).rejects.toMatchObject({ key: 'notFound' })
})
