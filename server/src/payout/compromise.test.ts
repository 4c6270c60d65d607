import { randomUUID } from 'node:crypto'
import { approvalHash } from '@evenhand/proofs/approval.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxAuthenticator } from '../domains/operators/sandbox-authenticator.ts'
import { termsHash, withdrawalPayload } from '../domains/withdrawals/withdrawals.rules.ts'
import { findWithdrawal } from '../domains/withdrawals/withdrawals.store.ts'
import { owned } from '../kernel/db/db.ts'
import { addresses, withdrawalsFixture, type Fixture, type Owner } from '../../test/fixtures/withdrawals.ts'
import { createPayout } from './payout.ts'

// An intruder in the whole process of the API, or of the console, has its role in the database and no more. These are the
// ways that are open to them there.
let fixture: Fixture
let victim: Owner & { addressId: string }
let withdrawalId = ''
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  victim = await fixture.ready('victim', { USDT: '50000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [victim.id])
  withdrawalId = (await fixture.requested(victim, { amount: '20000', addressId: victim.addressId })).id
})
afterAll(() => fixture.close())

async function as(role: 'api' | 'console' | 'payout', text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: fixture.database.url(role) })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as unknown[]
  } finally {
    await client.end()
  }
}
async function statusOf(id: string): Promise<string> {
  const rows = await fixture.database.asOwner('select status from wallet.withdrawals where id = $1', [id])
  return (rows[0] as { status: string }).status
}
async function pay(): Promise<void> {
  await fixture.payout.runOnce()
  fixture.clock.advance(5000)
  await fixture.payout.runOnce()
}

describe.each(['api', 'console'] as const)('the role %s', (role) => {
  const denied = 'permission denied'
  it.each([
    ['moves no withdrawal', `update wallet.withdrawals set status = 'APPROVED'`],
    ['writes none', `insert into wallet.withdrawals select * from wallet.withdrawals`],
    ['deletes none', `delete from wallet.withdrawals`],
    ['writes no approval', `insert into wallet.withdrawal_verdicts select * from wallet.withdrawal_verdicts`],
    ['takes none for payment', `select wallet.take_withdrawal('${randomUUID()}', now())`],
    ['broadcasts none', `select wallet.broadcast_withdrawal('${randomUUID()}', 'x', '', now())`],
    ['completes none', `select wallet.complete_withdrawal('${randomUUID()}', now())`],
    ['fails none', `select wallet.fail_withdrawal('${randomUUID()}', 'x', now())`],
    [
      'sets the recorded time of no key',
      `insert into operators.passkeys (id, operator_id, credential_id, public_key, name, created_at, recorded_at)
        select gen_random_uuid(), id, 'x', 'x', 'x', now(), now() - interval '9 days' from operators.operators`,
    ],
    [
      'sets the recorded time of no role',
      `insert into operators.roles (operator_id, role, since, recorded_at) select id, 'finance1', now(), now() - interval '9 days' from operators.operators`,
    ],
    ['registers no passkey for the payout', `update operators.passkeys set public_key = ''`],
  ])('%s', async (_, text) => {
    await expect(as(role, text)).rejects.toThrow(denied)
  })
})

it('lets the payout pay and nothing else: it requests nothing, approves nothing and moves no other money', async () => {
  for (const text of [
    `select wallet.approve_withdrawal(null, null, null, null, null, null)`,
    `select wallet.cancel_withdrawal(null, null, null)`,
    `select ledger.post('x', null, null, null, null, null)`,
    `select ledger.capture(null, null, null, null, null)`,
    `update ledger.balances set free = 0`,
    `update wallet.withdrawals set address = 'x'`,
    `insert into wallet.addresses (id) values (null)`,
  ])
    await expect(as('payout', text), text).rejects.toThrow('permission denied')
})

describe('with all of the API', () => {
  const request = `select * from wallet.request_withdrawal(
    row($1::uuid, $2::bigint, $3::uuid, $4::bigint, 'USDT-TRC20', 'USDT', 'TRC20', 'tron', 1, $5::uuid, $6::bigint, $7::bigint,
      $8::uuid, 'code', $9::bytea, $10::timestamptz)::wallet.withdrawal_request,
    row(1, null, '{null,null}'::bigint[], 9000000000000, 9000000000000, 9000000000000)::wallet.withdrawal_rules,
    'withdraw', null, '')`
  const backdated = randomUUID()
  /** A request as an intruder would write it, past all code of ours, for any sum. */
  async function forge(addressId: string, amount: bigint, at = fixture.clock.now()): Promise<string> {
    const id = randomUUID()
    const quote = randomUUID()
    const fee = amount / 500n
    await as(
      'api',
      `insert into wallet.withdrawal_quotes (id, customer_id, method, address_id, amount, fee, ends_at)
       values ($1, $2, 'USDT-TRC20', $3, $4, $5, to_timestamp($6) + interval '1 day')`,
      [quote, victim.id, addressId, amount, fee, at / 1000],
    )
    const rows = await fixture.database.asOwner('select address from wallet.addresses where id = $1', [addressId])
    const { address } = rows[0] as { address: string }
    const orderNo = BigInt(Math.floor(Math.random() * 1e9) + 1e9)
    const terms = {
      id,
      orderNo,
      customerId: victim.id,
      method: 'USDT-TRC20',
      coin: 'USDT' as const,
      network: 'TRC20',
      address,
    }
    const payload = termsHash({ ...terms, memo: undefined, amount, fee, net: amount - fee, requestedAt: at })
    const values = [id, orderNo, victim.id, victim.accountId, addressId, amount, fee, quote, payload, new Date(at)]
    const [requested] = (await as('api', request, values)) as { outcome: string }[]
    expect(requested?.outcome).toBe('requested')
    return id
  }

  it('a large sum that is called small is not paid: the payout counts anew', async () => {
    const id = await forge(victim.addressId, 15_000_000_000n)
    expect(await statusOf(id)).toBe('AUTO_OK')
    await pay()
    expect(await statusOf(id)).toBe('REVIEW')
    expect(fixture.sent()).toEqual([])
  })

  it('many small ones are not paid where they come to a large one', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push(await forge(victim.addressId, 600_000_000n))
    await pay()
    for (const id of ids) expect(await statusOf(id)).toBe('REVIEW')
    expect(fixture.sent()).toEqual([])
  })

  it('an address that claims to be a day old is not paid to', async () => {
    fixture.clock.advance(3 * dayMs)
    // The clock of this test is ahead of the database's by so much; the payout's is the machine's here.
    const now = Date.now()
    await as(
      'api',
      `insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at)
       values ($1, $2, 'USDT', 'TRC20', $3, 'mine', now() - interval '9 days', now() - interval '8 days')`,
      [backdated, victim.id, addresses.TRC20[1]],
    )
    const forged = await forge(backdated, 100_000_000n, now)
    await createPayout({ ...fixture.payoutDeps, clock: { now: () => Date.now() } }).runOnce()
    expect(await statusOf(forged)).toBe('AUTO_OK')
    expect(fixture.sent()).toEqual([])
    await as('api', 'select wallet.cancel_withdrawal($1, $2, now())', [forged, victim.id])
  })

  it('requests that claim to be days apart count in the day in which they were written', async () => {
    const ids: string[] = []
    for (const days of [2, 4, 6]) ids.push(await forge(backdated, 600_000_000n, Date.now() - days * dayMs))
    // A day later the address is old enough.
    await createPayout({ ...fixture.payoutDeps, clock: { now: () => Date.now() + dayMs + 60_000 } }).runOnce()
    expect(fixture.sent().filter(({ id }) => ids.includes(id))).toMatchObject([{ id: ids[0] }])
    for (const id of ids.slice(1)) expect(await statusOf(id)).toBe('REVIEW')
  })

  it('an address of the book does not become another', async () => {
    for (const column of ['address', 'network', 'customer_id', 'active_at', 'recorded_at'])
      await expect(as('api', `update wallet.addresses set ${column} = ${column}`), column).rejects.toThrow(
        'permission denied',
      )
    await expect(
      as(
        'api',
        `insert into wallet.addresses (id, customer_id, coin, network, address, label, created_at, active_at, recorded_at)
        values (gen_random_uuid(), $1, 'USDT', 'TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'x', now(), now(), now())`,
        [victim.id],
      ),
    ).rejects.toThrow('permission denied')
  })

  it('another customer’s account pays for nothing', async () => {
    const thief = await fixture.ready('thief', { USDT: '100' })
    const ids = [randomUUID(), 7n, thief.id, victim.accountId, thief.addressId]
    await expect(
      as('api', request, [...ids, 1_000_000n, 2000n, randomUUID(), Buffer.alloc(32), new Date()]),
    ).rejects.toThrow('an account is its customer')
  })
})

it('an approval is for one payload, and the payload never changes, not even for the owner of the tables', async () => {
  for (const change of [
    "address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'",
    'amount = amount + 1, net = net + 1',
    "payload_hash = sha256('x')",
  ])
    await expect(
      fixture.database.asOwner(`update wallet.withdrawals set ${change} where id = $1`, [withdrawalId]),
    ).rejects.toThrow('never changed')
  await expect(
    fixture.database.asOwner(
      `insert into wallet.withdrawal_verdicts (withdrawal_id, operator_id, operator_name, verdict, payload_hash, assertion, at)
       values ($1, $2, 'x', 'APPROVE', sha256('another'), '{}', now())`,
      [withdrawalId, randomUUID()],
    ),
  ).rejects.toThrow('foreign key')
})

it('an approval that cannot be read stops no other payout', async () => {
  const other = await fixture.ready('other', { USDT: '100' })
  const small = await fixture.requested(other, { amount: '50', addressId: other.addressId })
  const owner = await fixture.ready('poisoned', { USDT: '3000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  const { id } = await fixture.requested(owner, { amount: '2000', addressId: owner.addressId })
  const word = `select wallet.approve_withdrawal($1, $2, 'x', (select payload_hash from wallet.withdrawals where id = $1), '{"credentialId"', now())`
  await as('console', word, [id, randomUUID()])
  await fixture.database.asOwner(`select wallet.defer_withdrawal($1, null, 'epoch')`, [id])
  await pay()
  expect(await statusOf(small.id)).toBe('COMPLETED')
  expect(await statusOf(id)).toBe('APPROVED')
  expect((await fixture.list(owner))[0]?.reasonCode).toBe('ASSET_PAUSED')
})

it('words of approvers without a passkey’s signature are not counted', async () => {
  const sign = `select status from wallet.approve_withdrawal($1, $2, $3, (select payload_hash from wallet.withdrawals where id = $1), $4, now())`
  const empty = JSON.stringify({
    credentialId: 'AAAA',
    authenticatorData: 'AAAA',
    clientDataJSON: 'AAAA',
    signature: 'AAAA',
    origin: 'http://x',
  })
  await as('console', sign, [withdrawalId, randomUUID(), 'one', empty])
  expect(await as('console', sign, [withdrawalId, randomUUID(), 'two', empty])).toEqual([{ status: 'APPROVED' }])
  await pay()
  expect(await statusOf(withdrawalId)).toBe('REVIEW')
  expect(fixture.sent().filter(({ id }) => id === withdrawalId)).toEqual([])
})

describe('with all of the console', () => {
  const origin = 'https://console.example'
  const keys = createSandboxAuthenticator(new Uint8Array(32).fill(66))
  /** An operator who was never invited, with a key of the intruder's own. */
  async function invent(name: string, role: string): Promise<string> {
    const id = randomUUID()
    const { credentialId, publicKey } = keys.passkey(name)
    const longAgo = new Date(fixture.clock.now() - 90 * dayMs)
    const operator = `insert into operators.operators (id, name, status, created_at) values ($1, $2, 'ACTIVE', $3)`
    const roles = `insert into operators.roles (operator_id, role, since) values ($1, $2, $3)`
    await as('console', operator, [id, name, longAgo])
    await as('console', roles, [id, role, longAgo])
    await as(
      'console',
      `insert into operators.passkeys (id, operator_id, credential_id, public_key, origin, name, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 'Passkey', $5)`,
      [id, credentialId, publicKey, origin, longAgo],
    )
    return id
  }
  /** A withdrawal that takes two, with the valid words of two who were invented. */
  async function approvedByNobody(): Promise<string> {
    const owner = await fixture.ready('accomplice', { USDT: '50000' })
    await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
    const { id } = await fixture.requested(owner, { amount: '20000', addressId: owner.addressId })
    const stored = await findWithdrawal(owned<'wallet'>(fixture.database.pools.console), { id })
    if (stored === undefined) throw new Error('it was not requested')
    const challenge = Buffer.from(approvalHash(withdrawalPayload(stored), nodeCrypto), 'hex').toString('base64url')
    for (const [name, role] of Object.entries({ 'ghost.one': 'finance1', 'ghost.two': 'finance2' })) {
      const assertion = JSON.stringify({ ...keys.sign(name, { challenge, origin }), origin })
      const word = `select wallet.approve_withdrawal($1, $2, $3, (select payload_hash from wallet.withdrawals where id = $1), $4, now())`
      await as('console', word, [id, await invent(name, role), name, assertion])
    }
    return id
  }

  it('words of approvers who came a moment ago pay nothing for a day, and stand in the record', async () => {
    const id = await approvedByNobody()
    expect(await statusOf(id)).toBe('APPROVED')
    // The payout's clock is the database's here, which the others' is ahead of; nothing but the keys is new by it.
    await fixture.database.asOwner(`alter table wallet.addresses disable trigger never_changed`)
    await fixture.database.asOwner(
      `update wallet.addresses set created_at = now() - interval '9 days', active_at = now() - interval '8 days',
        recorded_at = now() - interval '9 days' where id = (select address_id from wallet.withdrawals where id = $1)`,
      [id],
    )
    await fixture.database.asOwner(`alter table wallet.addresses enable trigger never_changed`)
    const statusAfter = async (ms: number): Promise<string> => {
      await fixture.database.asOwner(`select wallet.defer_withdrawal($1, null, 'epoch')`, [id])
      await createPayout({ ...fixture.payoutDeps, clock: { now: () => Date.now() + ms } }).runOnce()
      return statusOf(id)
    }
    expect(await statusAfter(0)).toBe('APPROVED')
    expect(await statusAfter(dayMs - 60_000)).toBe('APPROVED')
    expect(fixture.sent().filter((one) => one.id === id)).toEqual([])
    expect(await statusAfter(dayMs + 60_000)).not.toBe('APPROVED')
    const lines = `select operator_name as n from operators.audit_entries where act = 'operator.passkey' order by operator_name`
    expect(await fixture.database.asOwner(lines)).toEqual([{ n: 'ghost.one' }, { n: 'ghost.two' }])
  })
})
