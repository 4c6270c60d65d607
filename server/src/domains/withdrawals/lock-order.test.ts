import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawalsFixture, type Fixture } from '../../../test/fixtures/withdrawals.ts'

const rounds = 150
const usdt = 1
const units = 1_000_000n
let fixture: Fixture
const clients: pg.Client[] = []
beforeAll(async () => {
  fixture = await withdrawalsFixture()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  expect(await fixture.broken()).toEqual([])
  // It throws where any two transactions waited for each other.
  await fixture.close()
})

const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: fixture.database.url() })
  clients.push(client)
  await client.connect()
  return client
}

/** Copies a row of a table with other values, past the guards of its first state; returns the ids of the copies. */
async function copies(table: string, id: string, other: string): Promise<string[]> {
  await fixture.database.asOwner(
    `begin; set local session_replication_role = replica;
     insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(row) || jsonb_build_object('id', gen_random_uuid(), ${other}))).*
     from ${table} row, generate_series(1, ${rounds}) n where row.id = '${id}'; commit`,
  )
  return (
    (await fixture.database.asOwner(`select id from ${table} where id <> $1 order by order_no`, [id])) as {
      id: string
    }[]
  ).map((row) => row.id)
}

/** Withdrawals on their way to the chain with their holds, and deposits that wait, all of one customer and one chain. */
async function manyOfBoth(): Promise<{ withdrawals: string[]; deposits: string[] }> {
  const owner = await fixture.ready('busy', { USDT: '9000' })
  const requested = await fixture.requested(owner, { amount: '20', addressId: owner.addressId })
  const withdrawals = await copies(
    'wallet.withdrawals',
    requested.id,
    `'order_no', row.order_no + n, 'status', 'BROADCAST', 'amount', ${10n * units}, 'fee', 20000, 'net', 9980000,
     'txid', lpad(n::text, 64, '0'), 'signed', '\\x00'`,
  )
  await fixture.database.asOwner(
    `select ledger.set_aside(w.id, w.account_id, ${usdt}::smallint, w.amount, now()) from wallet.withdrawals w where w.status = 'BROADCAST'`,
  )
  const [first] = (await fixture.database.asOwner(
    `insert into wallet.deposits (id, customer_id, account_id, asset, network, chain, amount, last6, tx_hash, source, created_at, due_at)
     values (gen_random_uuid(), $1, $2, ${usdt}, 'TRC20', 'tron', ${10n * units}, 'aB3dE6', repeat('a', 64), 'CHAIN', now(), now())
     returning id`,
    [owner.id, String(owner.accountId)],
  )) as { id: string }[]
  const deposits = await copies(
    'wallet.deposits',
    first?.id ?? '',
    `'order_no', row.order_no + n, 'status', 'CONFIRMING', 'tx_hash', lpad(n::text, 64, '0')`,
  )
  return { withdrawals, deposits }
}

test('a credit and a withdrawal that completes, of one customer, never end each other', async () => {
  const { withdrawals, deposits } = await manyOfBoth()
  expect([withdrawals.length, deposits.length]).toEqual([rounds, rounds])
  const [payout, chain] = [await connect(), await connect()]
  const run = async (client: pg.Client, text: string, id: string | undefined): Promise<unknown> =>
    client.query<{ done: unknown }>(text, [id]).then(
      ({ rows }) => rows[0]?.done !== null && rows[0]?.done !== false,
      (cause: unknown) => (cause as pg.DatabaseError).code,
    )
  const came = new Set<unknown>()
  for (let round = 0; round < rounds; round += 1)
    for (const outcome of await Promise.all([
      run(payout, 'select wallet.complete_withdrawal($1, now()) as done', withdrawals[round]),
      run(
        chain,
        `select wallet.book_credit(d, d.amount, d.amount, false, now()) as done from wallet.deposits d where d.id = $1`,
        deposits[round],
      ),
    ]))
      came.add(outcome)
  expect(came).toEqual(new Set([true]))
})
