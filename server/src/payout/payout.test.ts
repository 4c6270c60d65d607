import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { approversFixture, type Approvers } from '../../test/fixtures/approvers.ts'
import { addresses, withdrawalsFixture, type Fixture, type Owner } from '../../test/fixtures/withdrawals.ts'
import { createPayout, type PayoutDeps } from './payout.ts'
import { silentLog } from '../kernel/log.ts'
import { screenBy } from '../domains/chain/sanctions.ts'
import { NetworkDown, type Signer } from './signer.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
let approvers: Approvers
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  approvers = await approversFixture(fixture)
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.broken()).toEqual([]))

type Ready = Owner & { addressId: string }
const large = async (name: string, amount: string): Promise<{ owner: Ready; id: string }> => {
  const owner = await fixture.ready(name, { USDT: '60000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  const { id } = await fixture.requested(owner, { amount, addressId: owner.addressId })
  return { owner, id }
}
const one = async (owner: Owner) => (await fixture.list(owner))[0]
const pay = async (options: Partial<PayoutDeps> = {}): Promise<void> => {
  const payout = createPayout({ ...fixture.payoutDeps, ...options })
  await payout.runOnce()
  fixture.clock.advance(3000)
  await payout.runOnce()
}
const sentOf = (id: string) => fixture.sent().filter((line) => line.id === id)

describe('with approvals', () => {
  it('pays above 1 000 after one approver, and not before', async () => {
    const { owner, id } = await large('one', '5000')
    await pay()
    expect((await one(owner))?.status).toBe('REVIEW')
    expect((await approvers.approve('sandbox-finance1', id)).code).toBe(200)
    expect((await one(owner))?.status).toBe('APPROVED')
    await pay()
    expect(await one(owner)).toMatchObject({ status: 'COMPLETED', fee: '10.000000' })
    expect(sentOf(id)).toHaveLength(1)
  })

  it('pays above 10 000 after two different ones', async () => {
    const { owner, id } = await large('two', '20000')
    expect((await approvers.approve('sandbox-finance1', id)).result).toMatchObject({
      status: 'REVIEW',
      approvalsGiven: 1,
      approvalsNeeded: 2,
    })
    expect((await approvers.approve('sandbox-finance1', id)).code).toBe(40033)
    await pay()
    expect((await one(owner))?.status).toBe('REVIEW')
    expect((await approvers.approve('sandbox-finance2', id)).result).toMatchObject({ status: 'APPROVED' })
    await pay()
    expect((await one(owner))?.status).toBe('COMPLETED')
  })

  it('pays and books what was approved for an address that was deleted meanwhile', async () => {
    const { owner, id } = await large('gone', '5000')
    await approvers.approve('sandbox-finance1', id)
    const gone = await fixture.call('DELETE', `address/delete/${owner.addressId}`, undefined, { token: owner.token })
    expect(gone.code).toBe(200)
    await pay()
    expect(await one(owner)).toMatchObject({ status: 'COMPLETED', netAmount: '4990.000000' })
    expect(sentOf(id)).toHaveLength(1)
    expect(await fixture.balance(owner)).toEqual({ free: 55_000_000_000n, held: 0n })
  })

  it('takes no approval that was signed for anything else', async () => {
    const { id } = await large('else', '5000')
    const { approval } = await approvers.view(id)
    for (const [name, value] of [
      ['address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
      ['amount', '4999.000000'],
      ['network', 'ERC20'],
    ]) {
      const changed = {
        ...approval,
        fields: approval.fields.map(([field, was]) => [field, field === name ? (value ?? '') : was] as const),
      }
      expect((await approvers.approve('sandbox-finance1', id, changed)).code, name).toBe(40036)
    }
    const unsigned = await approvers.at('sandbox-finance1', '/:id/approve', { id, reason: 'looks right' })
    expect(unsigned).toMatchObject({ code: 40036, params: { challenge: (await approvers.view(id)).challenge } })
  })

  it('sends back to persons what they approved and what no longer has their keys', async () => {
    const { owner, id } = await large('keys', '5000')
    await approvers.approve('sandbox-finance1', id)
    const keys = `update operators.passkeys set public_key = decode(repeat('00', 42), 'hex')
      where operator_id = (select id from operators.operators where name = 'sandbox-finance1') returning credential_id`
    const before = (await fixture.database.asOwner(
      `select public_key from operators.passkeys p join operators.operators o on o.id = p.operator_id where o.name = 'sandbox-finance1'`,
    )) as { public_key: Buffer }[]
    await fixture.database.asOwner(keys)
    await pay()
    expect((await one(owner))?.status).toBe('REVIEW')
    expect(sentOf(id)).toEqual([])
    await fixture.database.asOwner(
      `update operators.passkeys set public_key = $1 where operator_id = (select id from operators.operators where name = 'sandbox-finance1')`,
      [before[0]?.public_key],
    )
    await approvers.approve('sandbox-finance2', id)
    await pay()
    expect((await one(owner))?.status).toBe('COMPLETED')
  })

  it('rejects by the closed list alone, at once, with the money back', async () => {
    const { owner, id } = await large('rejected', '5000')
    expect((await approvers.reject('sandbox-finance2', id, { reasonCode: 'AML_ORDER' })).code).toBe(40034)
    const done = await approvers.reject('sandbox-finance2', id, { reasonCode: 'ADDRESS_SANCTIONED' })
    expect(done.result).toMatchObject({ status: 'REJECTED', reasonCode: 'ADDRESS_SANCTIONED' })
    expect(await fixture.balance(owner)).toEqual({ free: 60_000_000_000n, held: 0n })
    await expect(
      fixture.database.asOwner(`update wallet.withdrawals set reason_code = 'TOO_LARGE' where id = $1`, [id]),
    ).rejects.toThrow('violates check constraint')
  })

  it('takes two persons and one order for a legal hold', async () => {
    const { owner, id } = await large('court', '5000')
    const order = { reasonCode: 'LEGAL_HOLD', reference: 'Court 7, 2026/114' }
    expect((await approvers.reject('sandbox-finance1', id, order)).result).toMatchObject({ status: 'REVIEW' })
    expect((await approvers.reject('sandbox-finance1', id, order)).code).toBe(40033)
    expect((await approvers.reject('sandbox-finance2', id, order)).result).toMatchObject({ status: 'REJECTED' })
    expect((await one(owner))?.reasonRef).toBe('Court 7, 2026/114')
  })

  it('writes every word into the record of operators', async () => {
    const entries = (await fixture.database.asOwner(
      `select distinct act from operators.audit_entries where subject like 'withdrawal:%' order by 1`,
    )) as { act: string }[]
    expect(entries.map(({ act }) => act)).toEqual(['withdrawal.approve', 'withdrawal.reject', 'withdrawal.view'])
  })
})

describe('by the rule', () => {
  const auto = async (name: string) => {
    const owner = await fixture.ready(name, { BTC: '0.1' }, 'Bitcoin')
    const requested = await fixture.requested(owner, {
      method: 'BTC-Bitcoin',
      amount: '0.01',
      addressId: owner.addressId,
    })
    expect(requested.status).toBe('AUTO_OK')
    return { owner, id: requested.id }
  }
  const tick = (price: bigint, at = fixture.clock.now()) =>
    fixture.database.asOwner(
      `insert into markets.instruments (id, code, precision, last_ts, last_price) values (1, 'BTCUSDT', 2, $1, $2)
       on conflict (id) do update set last_ts = excluded.last_ts, last_price = excluded.last_price`,
      [at, price],
    )

  it('holds when it is checked again: 600 at the price that is recorded', async () => {
    const { owner } = await auto('again')
    await tick(6_010_000n)
    await pay()
    expect((await one(owner))?.status).toBe('COMPLETED')
  })

  it('needs persons where it is more by the recorded price', async () => {
    const { owner } = await auto('dear')
    await tick(12_000_000n)
    await pay()
    expect(await one(owner)).toMatchObject({ status: 'REVIEW', cancellable: true })
  })

  it('waits for a fresh price for five minutes, and then needs persons', async () => {
    await tick(6_000_000n, fixture.clock.now() - 61_000)
    const { owner } = await auto('stale')
    await pay()
    expect((await one(owner))?.status).toBe('AUTO_OK')
    fixture.clock.advance(5 * 60_000)
    await pay()
    expect((await one(owner))?.status).toBe('REVIEW')
  })
})

it('waits for a network that is down, reports it, and pays when it is back', async () => {
  const owner = await fixture.ready('down')
  const requested = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  let down = true
  const { signer } = fixture.payoutDeps
  const shaky: Signer = {
    ...signer,
    async send(...options) {
      if (down) throw new NetworkDown('down')
      await signer.send(...options)
    },
  }
  await pay({ signer: shaky })
  expect(await one(owner)).toMatchObject({ status: 'BROADCAST', reasonCode: 'NETWORK_DOWN' })
  down = false
  fixture.clock.advance(30_000)
  await pay({ signer: shaky })
  const done = await one(owner)
  expect(done?.status).toBe('COMPLETED')
  expect(done).not.toHaveProperty('reasonCode')
  expect(sentOf(requested.id)).toHaveLength(1)
})

it('waits while the books do not add up, and goes on by itself when they do', async () => {
  const owner = await fixture.ready('paused')
  await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  const check = (ok: boolean) =>
    fixture.database.asOwner(`insert into ledger.checks values ($2, $1, '[]', 1)`, [ok, new Date(fixture.clock.now())])
  // One of a time to come, as the owner of the database could write it, does not count now.
  await fixture.database.asOwner(`insert into ledger.checks values ('9999-01-01', true, '[]', 1)`)
  await check(false)
  await pay()
  expect(await one(owner)).toMatchObject({ status: 'AUTO_OK', reasonCode: 'ASSET_PAUSED', cancellable: true })
  fixture.clock.advance(60_000)
  await check(true)
  await pay()
  expect((await one(owner))?.status).toBe('COMPLETED')
})

it('waits with an old list of sanctions, and pays to no address that is on one', async () => {
  const owner = await fixture.ready('listed')
  await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-sanctions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'list.json')
  const write = (asOf: number, listed: readonly string[], mtime: number): void => {
    writeFileSync(file, JSON.stringify({ asOf: new Date(asOf).toISOString(), addresses: listed }))
    utimesSync(file, mtime, mtime)
  }
  write(fixture.clock.now() - dayMs - 1, [], 1)
  const screen = screenBy({ file, clock: fixture.clock, log: silentLog })
  await pay({ screen })
  expect(await one(owner)).toMatchObject({ status: 'AUTO_OK', reasonCode: 'ASSET_PAUSED' })
  write(fixture.clock.now(), [addresses.TRC20[0]], 2)
  fixture.clock.advance(60_000)
  await pay({ screen })
  const [{ id } = { id: '' }] = await fixture.list(owner)
  expect((await one(owner))?.status).toBe('REVIEW')
  await approvers.approve('sandbox-finance1', id)
  await pay({ screen })
  expect((await one(owner))?.status).toBe('REVIEW')
  await approvers.reject('sandbox-finance2', id, { reasonCode: 'ADDRESS_SANCTIONED' })
  expect(await fixture.balance(owner)).toEqual({ free: 5_000_000_000n, held: 0n })
  expect(sentOf(id)).toEqual([])
  expect(() => screenBy({ file: `${file}.none`, clock: fixture.clock, log: silentLog })).toThrow('SANCTIONS_FILE')
})

it('gives the money back where the chain proves that it was not included, and only then', async () => {
  const owner = await fixture.ready('never')
  const { id } = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  const { signer } = fixture.payoutDeps
  const lost: Signer = { ...signer, statusOf: async () => ({ state: 'never', proof: 'nonce used by block 77' }) }
  await createPayout({
    ...fixture.payoutDeps,
    signer: { ...signer, statusOf: async () => ({ state: 'waits' }) },
  }).runOnce()
  const fail = 'select wallet.fail_withdrawal($1, $2, now())'
  expect(await fixture.database.asOwner(fail, [id, ''])).toEqual([{ fail_withdrawal: false }])
  fixture.clock.advance(dayMs)
  await pay({ signer: lost })
  expect((await one(owner))?.status).toBe('FAILED')
  expect(await fixture.balance(owner)).toEqual({ free: 5_000_000_000n, held: 0n })
})

it('does each step once when two of it run', async () => {
  const owners: Owner[] = []
  for (let n = 0; n < 4; n += 1) {
    const owner = await fixture.ready(`pair${n}`)
    await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
    owners.push(owner)
  }
  const before = fixture.sent().length
  const pair = [createPayout(fixture.payoutDeps), createPayout(fixture.payoutDeps)]
  await Promise.all(pair.map((payout) => payout.runOnce()))
  fixture.clock.advance(3000)
  await Promise.all(pair.map((payout) => payout.runOnce()))
  for (const owner of owners) expect((await one(owner))?.status).toBe('COMPLETED')
  expect(fixture.sent()).toHaveLength(before + owners.length)
})

it('pays coins that came over another chain, and books where they left from', async () => {
  const owner = await fixture.ready('across', { USDT: '500' }, 'ERC20')
  await fixture.requested(owner, { method: 'USDT-ERC20', amount: '500', addressId: owner.addressId })
  await pay()
  expect((await one(owner))?.status).toBe('COMPLETED')
})
