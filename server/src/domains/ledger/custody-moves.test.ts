import { randomUUID } from 'node:crypto'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { owned, sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { auditCauses } from './audit-causes.ts'
import { allCauses } from '../../app/ledger-causes.ts'

// What the product moves between the house and its custodies is never a finding; what was not needed always is.

let database: TestDatabase
let now = 1_800_000_000_000
let customer: bigint
const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n
const run = (statement: ReturnType<typeof sql>) => statement.execute(database.owner)
const named = (name: string) => sql`ledger.account_named(${name})`
/** An entry of two lines. */
const post = (kind: string, from: ReturnType<typeof sql>, to: ReturnType<typeof sql>, units: bigint) =>
  run(sql`select ledger.post(${kind}, ${randomUUID()}::uuid, array[${from}, ${to}], array[1, 1]::smallint[],
    array[${-units}::bigint, ${units}::bigint], ${dateOf(now)})`)
const cover = () => run(sql`select ledger.cover_customers(${uuidV7(now)}::uuid, ${dateOf(now)})`)
const pay = async (custody: string, units: bigint): Promise<string> => {
  const id = randomUUID()
  await run(
    sql`select ledger.set_aside(${id}::uuid, ${customer}::bigint, 1::smallint, ${units}::bigint, ${dateOf(now)})`,
  )
  await run(sql`select ledger.fill_custody(${named(custody)}, 1::smallint, ${units}::bigint, ${id}::uuid, ${dateOf(now)}),
    ledger.capture(${id}::uuid, ${units}::bigint, ${named(custody)}, 'withdrawal', ${dateOf(now)})`)
  return id
}
const findings = async () => {
  const found = await auditCauses(owned<'ledger'>(database.pools.console), allCauses)
  return found.findings.filter(({ at }) => at.includes('custody.move'))
}
const moved = async (): Promise<number> => {
  const [row] = (await database.asOwner(
    `select count(*)::int as n from ledger.entries where kind = 'custody.move'`,
  )) as { n: number }[]
  return row?.n ?? 0
}
/** A move of the house's coins with the origins of both, made by hand. */
const forge = (ref: string, units: bigint, custody = 'custody:tron') =>
  run(sql`select ledger.post('custody.move', ${ref}::uuid, array[${named('house:capital')}, ${named(custody)}],
    array[1, 1]::smallint[], array[${units}::bigint, ${-units}::bigint], ${dateOf(now)})`)
const undone = async (statement: () => Promise<unknown>): Promise<void> => {
  await database.asOwner('create table kept_entries as table ledger.entries')
  await database.asOwner('create table kept_origins as table ledger.origins')
  await statement()
  const found = await findings()
  await database.asOwner(`set session_replication_role = replica;
    delete from ledger.entries; insert into ledger.entries overriding system value table kept_entries; drop table kept_entries;
    delete from ledger.origins; insert into ledger.origins table kept_origins; drop table kept_origins`)
  expect(found).toHaveLength(1)
}

beforeAll(async () => {
  database = await testDatabase()
  const { rows } = await sql<{
    id: bigint
  }>`select ledger.open_customer(${randomUUID()}::uuid, 10000000000, ${dateOf(now)}) as id`.execute(database.owner)
  customer = rows[0]?.id ?? 0n
  await post('reserve.opening', named('house:capital'), named('reserve:options'), usdt(10_000))
  await post('deposit', named('custody:tron'), sql`${customer}::bigint`, usdt(700))
})
afterAll(() => database.close())

test('moves for payments and for what customers won are never found', async () => {
  for (const minutes of [0, 1, 10, 3]) {
    now += minutes * minuteMs
    // Another custody pays than the one that received, in part with what it has by now.
    await pay('custody:ethereum', usdt(40))
    await pay('custody:tron', usdt(30))
    await post('option.win', named('reserve:options'), sql`${customer}::bigint`, usdt(90))
    await cover()
    await post('option.loss', sql`${customer}::bigint`, named('reserve:options'), usdt(20))
    await cover()
    await post('deposit', named('custody:ethereum'), sql`${customer}::bigint`, usdt(10))
  }
  expect(await moved()).toBeGreaterThan(6)
  expect(await findings()).toEqual([])
})

test('a move that covers no customer, and those for a payment that did not need it, are found', async () => {
  now += 10 * minuteMs
  await post('deposit', named('custody:tron'), sql`${customer}::bigint`, usdt(500))
  now += 10 * minuteMs
  await undone(() => forge(uuidV7(now), usdt(1)))
  const paid = await pay('custody:tron', usdt(15))
  expect(await findings()).toEqual([])
  await undone(() => forge(paid, usdt(1)))
  await undone(() => forge(paid, usdt(1), 'custody:ethereum'))
})
