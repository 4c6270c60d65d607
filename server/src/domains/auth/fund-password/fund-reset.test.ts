import { afterAll, beforeAll, expect, it } from 'vitest'
import { fundPassword, withdrawalsFixture, type Fixture, type Owner } from '../../../../test/fixtures/withdrawals.ts'
import { decideReset, findReset } from './fund-reset.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await withdrawalsFixture()
})
afterAll(() => fixture.close())

const operator = '00000000-0000-4000-8000-000000000001'
const path = 'user/fundPassword/selfie'
type ResetStatus = {
  verified: boolean
  number: string
  requested: { id: string; status: string; dueAt: number } | null
}
const post = (to: string, body: object, { token }: Owner) => fixture.call('POST', to, body, { token })
const resetStatus = async ({ token }: Owner) =>
  (await fixture.call('GET', path, undefined, { token })).result as ResetStatus
const status = async ({ token }: Owner) =>
  (await fixture.call('GET', 'user/fundPassword/status', undefined, { token })).result as { changedAt: number | null }
const pictureOf = ({ id }: Owner, n = 1): string => `${id.slice(-8)}-0000-4000-8000-00000000000${n}`

async function verified(name: string): Promise<Owner> {
  const owner = await fixture.customer(name, { USDT: '500' })
  await fixture.setFundPassword(owner)
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  return owner
}
async function request(owner: Owner, more: object = {}) {
  await fixture.prove(owner.token)
  const { number } = await resetStatus(owner)
  const code = await fixture.codeOf(owner.email, { scene: 'fundpwd' }, owner.token)
  return post(path, { new: '719305', fileId: pictureOf(owner), number, code, ...more }, owner)
}
const decide = (id: string, reasonCode?: 'FACE_DIFFERS') =>
  decideReset(fixture.database.pools.console as never, { id, by: operator, reasonCode, at: fixture.clock.now() })
const knows = (owner: Owner, digits: string) => post('user/fundPassword/change', { old: digits, new: '604182' }, owner)

it('is requested by a verified owner with a code and a picture, and holds when an operator has accepted it', async () => {
  const owner = await verified('forgot')
  const requested = await request(owner)
  expect(requested).toMatchObject({
    code: 200,
    result: { requested: { status: 'WAITING', dueAt: fixture.clock.now() + 2 * dayMs } },
  })
  const { id } = (requested.result as ResetStatus).requested ?? { id: '' }
  expect(fixture.notified.at(-1)).toMatchObject({ template: 'fundpwd.changed', params: { change: 'asked' } })
  // Until then the old one goes on, and a second request is not taken.
  expect((await request(owner, { fileId: pictureOf(owner, 2) })).params).toEqual({
    fields: [{ field: 'new', reason: 'alreadyAsked' }],
  })
  expect((await status(owner)).changedAt).toBeNull()
  expect(await decide(id)).toBe('DONE')
  expect((await resetStatus(owner)).requested?.status).toBe('DONE')
  expect((await status(owner)).changedAt).toBe(fixture.clock.now())
  await fixture.prove(owner.token)
  expect((await knows(owner, fundPassword)).code).toBe(40013)
  expect((await knows(owner, '719305')).code).toBe(200)
  expect(await decide(id)).toBe('GONE')
  // A day of waiting for addresses that were never paid to, as after any change.
  const row = (await fixture.database.asOwner('select hash from wallet.fund_resets where id = $1', [id])) as {
    hash: null
  }[]
  expect(row).toEqual([{ hash: null }])
})

it('refuses a customer who is not verified, a number of another day, and a picture of another customer', async () => {
  const plain = await fixture.customer('plain')
  await fixture.setFundPassword(plain)
  expect((await request(plain)).code).toBe(10022)
  const owner = await verified('careful')
  const other = String((Number((await resetStatus(owner)).number) + 1) % 10_000).padStart(4, '0')
  expect((await request(owner, { number: other })).params).toEqual({ fields: [{ field: 'number', reason: 'expired' }] })
  expect((await request(owner, { fileId: pictureOf(plain) })).code).toBe(40039)
  expect((await request(owner, { new: '111123' })).params).toEqual({ fields: [{ field: 'new', reason: 'weak' }] })
  expect((await request(owner, { code: '000000' })).code).toBe(10091)
  expect((await request(owner, { code: undefined })).code).toBe(40036)
  expect((await resetStatus(owner)).requested).toBeNull()
})

it('ends with the reason, leaves the old one, and can be requested again with another picture', async () => {
  const owner = await verified('blurred')
  const { id } = ((await request(owner)).result as ResetStatus).requested ?? { id: '' }
  expect(await decide(id, 'FACE_DIFFERS')).toBe('REJECTED')
  expect((await resetStatus(owner)).requested).toMatchObject({ status: 'REJECTED', reasonCode: 'FACE_DIFFERS' })
  expect((await status(owner)).changedAt).toBeNull()
  expect((await request(owner)).params).toEqual({ fields: [{ field: 'fileId', reason: 'repeated' }] })
  expect((await request(owner, { fileId: pictureOf(owner, 2) })).code).toBe(200)
  expect((await post(`${path}/cancel`, {}, owner)).result).toMatchObject({ requested: { status: 'CANCELLED' } })
  expect((await post(`${path}/cancel`, {}, owner)).code).toBe(40039)
})

it('ends without a decision where the fund password or a credential was changed since', async () => {
  const owner = await verified('remembers')
  const { id } = ((await request(owner)).result as ResetStatus).requested ?? { id: '' }
  await fixture.prove(owner.token)
  expect((await knows(owner, fundPassword)).code).toBe(200)
  expect(await decide(id)).toBe('GONE')
  expect((await resetStatus(owner)).requested?.status).toBe('CANCELLED')
  const again = ((await request(owner, { fileId: pictureOf(owner, 2) })).result as ResetStatus).requested?.id ?? ''
  await fixture.database.asOwner(
    `insert into auth.security_changes (customer_id, changed_at, what) values ($1, $2, 'PASSWORD')
      on conflict (customer_id) do update set changed_at = excluded.changed_at`,
    [owner.id, new Date(fixture.clock.now() + 1)],
  )
  expect(await decide(again)).toBe('CANCELLED')
  expect((await findReset(fixture.database.pools.console as never, again))?.status).toBe('CANCELLED')
})

it('is chosen by its customer alone: the console reads no hash and writes no row', async () => {
  const db = fixture.database.pools.console
  const { sql } = await import('../../../kernel/db/db.ts')
  await expect(sql`select hash from wallet.fund_resets`.execute(db)).rejects.toThrow('permission denied')
  await expect(sql`update wallet.fund_resets set hash = 'x'`.execute(db)).rejects.toThrow('permission denied')
  await expect(sql`update wallet.fund_passwords set hash = 'x'`.execute(db)).rejects.toThrow('permission denied')
})
