import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionsFixture, usdt, type Customer } from '../../../test/fixtures/options.ts'

// An intruder in the whole process of the API has the role `api` and no more. These are the ways that are open to it there
// to money that no customer paid in: all of them are closed.
let fixture: Awaited<ReturnType<typeof optionsFixture>>
let thief: Customer
let victim: Customer
let before: object
const numbers = new Map<string, bigint>()
const account = (name: string): bigint => numbers.get(name) ?? 0n

async function asApi(text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: fixture.database.url('api') })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as unknown[]
  } finally {
    await client.end()
  }
}
/** What everybody has and what the house has issued: none of it may have moved. */
const moneyState = async (): Promise<object> => ({
  balances: await fixture.database.asOwner(
    `select account_id::text, asset, shard, free::text, held::text, kept::text from ledger.balances order by 1, 2, 3`,
  ),
  origins: await fixture.database.asOwner(
    `select account_id::text, asset, issued::text from ledger.origins order by 1, 2`,
  ),
})

beforeAll(async () => {
  fixture = await optionsFixture()
  ;[thief, victim] = [await fixture.customer(), await fixture.customer()]
  for (const name of ['house:capital', 'house:inventory', 'reserve:options', 'custody:tron', 'revenue:withdraw'])
    numbers.set(name, await fixture.ledger.accountNamed(name))
  await fixture.ledger.post(fixture.database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: fixture.clock.now(),
    lines: [
      { accountId: victim.accountId, asset: 'USDT', units: usdt(500) },
      { accountId: account('house:inventory'), asset: 'USDT', units: usdt(500) },
      { accountId: account('house:capital'), asset: 'USDT', units: usdt(-1000) },
    ],
  })
  before = await moneyState()
})
afterAll(() => fixture.database.close())

it('holds exactly these rights to money: functions that know what they move, and no table', async () => {
  const functions = (await fixture.database.asOwner(
    `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('ledger', 'options') and has_function_privilege('api', p.oid, 'execute')
       and p.prorettype <> 'trigger'::regtype order by 1`,
  )) as { name: string }[]
  expect(functions.map(({ name }) => name)).toEqual([
    'ledger.account_named',
    'ledger.asset_name',
    'ledger.asset_scale',
    'ledger.bring_virtual_to',
    'ledger.close_account',
    'ledger.cover_customers',
    'ledger.coverage',
    'ledger.customer_sums',
    'ledger.entry_at',
    'ledger.forget_changes',
    'ledger.issued_at',
    'ledger.level',
    'ledger.open_customer',
    'ledger.remember',
    'ledger.sums_to_zero',
    'ledger.tradable_of',
    'ledger.uncovered',
    'options.first_id',
    'options.place',
    'options.settle',
    'options.spent',
  ])
  const tables = (await fixture.database.asOwner(
    `select lower(privilege_type) || ' ' || table_schema || '.' || table_name as right
     from information_schema.role_table_grants where grantee = 'api' and privilege_type <> 'SELECT'
       and (table_schema in ('ledger', 'options') or table_name in ('conversions', 'conversion_count', 'inventory_openings'))
     union select lower(privilege_type) || ' ' || table_schema || '.' || table_name
     from information_schema.role_column_grants where grantee = 'api' and privilege_type <> 'SELECT'
       and table_schema in ('ledger', 'options') order by 1`,
  )) as { right: string }[]
  expect(tables.map(({ right }) => right)).toEqual([
    'delete ledger.keys',
    'insert ledger.checks',
    'insert options.receipt_days',
    'insert options.strategy_days',
    'update options.receipt_days',
  ])
})

describe('the role api', () => {
  it.each([
    [
      'writes no entry',
      `select ledger.post('deposit', gen_random_uuid(), array[1, 2], array[1, 1]::smallint[], array[-9, 9], now())`,
    ],
    ['captures no hold', `select ledger.capture(gen_random_uuid(), 1, 1, 'x', now())`],
    ['releases none', `select ledger.release(gen_random_uuid(), 1)`],
    ['sets nothing aside', `select ledger.set_aside(gen_random_uuid(), 1, 1::smallint, 1, now())`],
    ['finishes no hold', `select ledger.finish(null, 1, now())`],
    ['credits no account', `select ledger.credit(1, 1::smallint, 1)`],
    ['writes no balance', `update ledger.balances set free = free + 1`],
    ['opens no reserve', `insert into options.reserve_openings (asset, entry_no, at) values (4, 1, now())`],
    ['writes no order', `insert into options.open_orders select * from options.open_orders`],
    ['takes none away', `delete from options.open_orders`],
    ['writes no result', `insert into options.orders select * from options.orders`],
    ['counts nothing away', `update ledger.balances set open_stake = 0`],
    ['converts by no row', `insert into wallet.conversions select * from wallet.conversions`],
    ['fills no inventory', `insert into wallet.inventory_openings values (1, now())`],
  ])('%s', async (_, text) => {
    await expect(asApi(text)).rejects.toThrow('permission denied')
  })

  const place = `select outcome from options.place(row(array[$1]::bigint[], array[$2]::uuid[], array[1]::bigint[],
      array[$3]::smallint[], array[1], array[1]::smallint[], array[$4]::bigint[], array[940000], array[60],
      array[1]::bigint[], array['simulated'], array[$5]::bigint[])::options.order_batch,
    row('buyOptions', array[null]::text[], array[null]::bytea[])::ledger.call_keys, $6, 0::smallint,
    row(gen_random_uuid(), now(), 1, 0, '', 'k', ''::bytea, ''::bytea, ''::bytea)::options.signed_batch)`
  const order = (params: { by: bigint; id?: string; stake?: bigint; backed?: bigint; house?: bigint }) => {
    const { by, id = randomUUID(), stake = usdt(10), backed = (stake * 94n) / 100n } = params
    return asApi(place, [by, id, 2, stake, backed, params.house ?? account('reserve:options')])
  }
  const settle = `select unnest(options.settle(row(array[$1]::bigint[], array[$2]::uuid[], array[$3], array[null]::text[], array[$4]::bigint[],
    array[1], array[1], array[now()], null, array[1]::bigint[], array[now()], array[1]::bigint[])::options.settlement_batch, now())) as id`

  it('has an order backed by the options reserve alone, and by what it can win', async () => {
    for (const house of ['house:capital', 'house:inventory', 'custody:tron'].map(account))
      await expect(order({ by: thief.accountId, house })).rejects.toThrow('the reserve backs')
    await expect(order({ by: thief.accountId, house: victim.accountId })).rejects.toThrow('the reserve backs')
    await expect(order({ by: thief.accountId, backed: usdt(900_000) })).rejects.toThrow('the reserve backs')
    await expect(order({ by: account('house:inventory') })).rejects.toThrow('the reserve backs')
  })

  it('gives a result no other worth than its name has', async () => {
    const id = randomUUID()
    expect(await order({ by: thief.accountId, id })).toEqual([])
    for (const [status, gain] of [
      ['WON', usdt(10)],
      ['TIE', 1n],
      ['LOST', 0n],
      ['SOLD', usdt(11)],
      ['WON', -1n],
    ] as const)
      await expect(asApi(settle, [thief.accountId, id, status, gain]), status).rejects.toThrow(
        /beyond what is held|gain_of_status|check constraint/,
      )
    // Another customer's order is not there, and one that is settled is not settled again.
    expect(await asApi(settle, [victim.accountId, id, 'LOST', usdt(-10)])).toEqual([])
    expect(await asApi(settle, [thief.accountId, id, 'TIE', 0n])).toEqual([{ id }])
    expect(await asApi(settle, [thief.accountId, id, 'WON', 9_400_000n])).toEqual([])
  })

  it('levels the shards of the reserve, and no account away', async () => {
    const level = (params: bigint, shard: number, needed: bigint) =>
      asApi(`select ledger.level($1, 1::smallint, $2::smallint, $3)`, [params, shard, needed])
    for (const [params, shard] of [
      [victim.accountId, 9],
      [victim.accountId, 0],
      [account('house:inventory'), 9],
      [account('reserve:options'), 9],
    ] as const)
      await expect(level(params, shard, 0n)).rejects.toThrow('only a shard of a reserve is levelled')
  })

  it('opens and resets virtual accounts of customers, with what everybody begins with', async () => {
    await expect(asApi(`select ledger.open_customer(gen_random_uuid(), 99999999999, now())`)).rejects.toThrow('10 000')
    const reset = (params: bigint, to: bigint) =>
      asApi(`select ledger.bring_virtual_to($1, $2, gen_random_uuid(), now())`, [params, to])
    await expect(reset(thief.accountId, 99_999_999_999n)).rejects.toThrow('10 000')
    await expect(reset(account('reserve:options'), 10_000_000_000n)).rejects.toThrow('not an account of a customer')
    await expect(
      asApi(`select * from ledger.close_account($1, gen_random_uuid(), now())`, [account('reserve:options')]),
    ).rejects.toThrow('not an account of a customer')
  })

  it('has moved nothing by all of this', async () => {
    expect(await moneyState()).toEqual(before)
    expect((await fixture.ledger.audit()).filter(({ ok }) => !ok)).toEqual([])
  })
})
