import { randomUUID } from 'node:crypto'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCauses } from '../../app/ledger-causes.ts'
import { assertion, depositsFixture, hashOf, proof, type DepositsFixture } from '../../../test/fixtures/deposits.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { auditCauses } from '../ledger/index.ts'

// What a coin was worth at its credit, and what may not be traded with of a customer who was verified once: the owner of the
// database changes both with everything that follows from them.

let fixture: DepositsFixture
let made = 7000
beforeAll(async () => void (fixture = await depositsFixture()))
afterAll(() => fixture.close())

const credit = async (call: Call, amount: string, coin: 'USDT' | 'BTC' = 'USDT'): Promise<string> => {
  const network = coin === 'USDT' ? 'TRC20' : 'Bitcoin'
  const claim = { coin, network, amount, txHash: hashOf((made += 1)), last6: 'aB3dE6', proofFileId: proof }
  const { id } = await fixture.deposits.submit(claim as never, call)
  for (const operator of ['first', 'second']) {
    const request = { id, round: 1, amount, reason: 'seen on the chain', assertion }
    const { status } = await fixture.operate<{ status: string }>('deposits/:id/credit', request, operator)
    if (status === 'CREDITED') break
  }
  return id
}
/** Closed candles of the minutes around now. */
const candles = async (low: number, high: number): Promise<void> => {
  const minute = Math.floor(fixture.clock.now() / minuteMs)
  await fixture.database.asOwner(
    `set session_replication_role = replica;
     create table if not exists markets.candles_of_test partition of markets.candles_1m for values from (${minute - 100}) to (${minute + 100});
     insert into markets.candles select 1, 1, ${minute} + n, 60, ${low}, ${high}, ${low}, ${high} from generate_series(-2, 0) n;`,
  )
}
const locationsOf = async (kind: RegExp): Promise<string[]> => {
  const { findings } = await auditCauses(owned<'ledger'>(fixture.database.pools.console), allCauses)
  return findings.map(({ at }) => at).filter((at) => kind.test(at))
}
const forge = async (statement: string, undo: string): Promise<string[]> => {
  await fixture.database.asOwner(`set session_replication_role = replica; ${statement}`)
  const found = await locationsOf(/^(deposit DP|account)/)
  await fixture.database.asOwner(`set session_replication_role = replica; ${undo}`)
  return found
}

test('a coin that is reported to have been worth more or less than its recorded price is found', async () => {
  const call = await fixture.customer()
  await fixture.price('BTC', 60_000n)
  const id = await credit(call, '0.02', 'BTC')
  await candles(5_990_000, 6_010_000)
  expect(await locationsOf(/^deposit DP/)).toEqual([])
  for (const factor of ['0.9', '1.1', '0.5'])
    expect(
      await forge(
        `update wallet.deposits set credited_usdt = credited_usdt * ${factor} where id = '${id}'`,
        `update wallet.deposits set credited_usdt = 1200000000 where id = '${id}'`,
      ),
      factor,
    ).toContainEqual(expect.stringMatching(/^deposit DP\d{9}$/))
  expect(await locationsOf(/^deposit DP/)).toEqual([])
})

test('money that a customer may not trade with after a verification that ended is found where it is freed', async () => {
  const { clock, database } = fixture
  const call = await fixture.customer()
  const { customerId, accountId } = call.session
  const before = await credit(call, '1500')
  clock.advance(dayMs)
  const form = randomUUID()
  const at = dateOf(clock.now()).toISOString()
  await database.asOwner(
    `insert into kyc.identifications (id, customer_id, number, attempt, status, submitted_at, due_at, decided_at, doc_type, doc_expiry,
       country, document_hash, front_file_id, holding_file_id, sealed, key_id, wrapped_key)
     values ('${form}', '${customerId}', 1, 1, 'VERIFIED', '${at}', '${at}', '${at}', 'PASSPORT', '2027-02-01', 'SG', sha256('x'),
       gen_random_uuid(), gen_random_uuid(), 'x', repeat('a', 16), decode(repeat('00', 60), 'hex'));
     select operators.append_audit_entry(${clock.now()}, null, 'one', '{kyc}',
       row('kyc.verify', 'identification:${form}', '${customerId}', 'agrees', null, null)::operators.new_audit_entry);
     update accounts.customers set tier = 'VERIFIED' where id = '${customerId}'`,
  )
  clock.advance(dayMs)
  const during = await credit(call, '2000')
  clock.advance(dayMs)
  await database.asOwner(`update kyc.identifications set status = 'EXPIRED', decided_at = '${dateOf(clock.now()).toISOString()}';
    update accounts.customers set tier = 'BASIC' where id = '${customerId}'`)
  clock.advance(dayMs)
  const after = await credit(call, '300')
  const own = await database.asOwner(
    `select kept::text from wallet.deposits where id in ('${before}', '${during}', '${after}') order by order_no`,
  )
  expect(own).toEqual([{ kept: '500000000' }, { kept: '0' }, { kept: '300000000' }])
  expect(await locationsOf(/^(deposit DP|account)/)).toEqual([])

  const balance = (kept: number) =>
    `update ledger.balances set kept = ${kept} where account_id = ${accountId} and asset = 1`
  const row = (id: string, kept: number) => `update wallet.deposits set kept = ${kept} where id = '${id}'`
  const account = expect.stringMatching(/^account \d+, asset 1$/) as string
  const deposit = expect.stringMatching(/^deposit DP\d{9}$/) as string
  // The balance alone, the balance with the credit's row, and a credit of the verified days that is stated to have kept.
  expect(await forge(balance(0), balance(300_000_000))).toEqual([account])
  expect(await forge(`${balance(0)}; ${row(after, 0)}`, `${balance(300_000_000)}; ${row(after, 300_000_000)}`)).toEqual(
    [deposit],
  )
  expect(
    await forge(`${balance(800_000_000)}; ${row(during, 500_000_000)}`, `${balance(300_000_000)}; ${row(during, 0)}`),
  ).toContainEqual(deposit)
  expect(await locationsOf(/^(deposit DP|account)/)).toEqual([])
})
