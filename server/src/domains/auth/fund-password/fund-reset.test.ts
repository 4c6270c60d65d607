import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayMs, fundPassword, handWithdrawals, type Hand, type Owner } from '../../../../test/fixtures/withdrawals.ts'
import { decideReset, findReset } from './fund-reset.store.ts'

let hand: Hand
beforeAll(async () => {
  hand = await handWithdrawals()
})
afterAll(() => hand.close())

const operator = '00000000-0000-4000-8000-000000000001'
const path = 'user/fundPassword/selfie'
type Standing = { verified: boolean; number: string; asked: { id: string; status: string; dueAt: number } | null }
const post = (to: string, body: object, { token }: Owner) => hand.call('POST', to, body, { token })
const standing = async ({ token }: Owner) => (await hand.call('GET', path, undefined, { token })).result as Standing
const status = async ({ token }: Owner) =>
  (await hand.call('GET', 'user/fundPassword/status', undefined, { token })).result as { changedAt: number | null }
const pictureOf = ({ id }: Owner, n = 1): string => `${id.slice(-8)}-0000-4000-8000-00000000000${n}`

async function verified(name: string): Promise<Owner> {
  const owner = await hand.customer(name, { USDT: '500' })
  await hand.setFundPassword(owner)
  await hand.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  return owner
}
async function ask(owner: Owner, more: object = {}) {
  await hand.prove(owner.token)
  const { number } = await standing(owner)
  const code = await hand.codeOf(owner.email, { scene: 'fundpwd' }, owner.token)
  return post(path, { new: '719305', fileId: pictureOf(owner), number, code, ...more }, owner)
}
const word = (id: string, reasonCode?: 'FACE_DIFFERS') =>
  decideReset(hand.database.pools.console as never, { id, by: operator, reasonCode, at: hand.clock.now() })
const knows = (owner: Owner, digits: string) => post('user/fundPassword/change', { old: digits, new: '604182' }, owner)

it('is asked by a verified owner with a code and a picture, and holds when a person has said so', async () => {
  const owner = await verified('forgot')
  const asked = await ask(owner)
  expect(asked).toMatchObject({
    code: 200,
    result: { asked: { status: 'WAITING', dueAt: hand.clock.now() + 2 * dayMs } },
  })
  const { id } = (asked.result as Standing).asked ?? { id: '' }
  expect(hand.told.at(-1)).toMatchObject({ template: 'fundpwd.changed', params: { change: 'asked' } })
  // Until then the old one goes on, and a second ask is not taken.
  expect((await ask(owner, { fileId: pictureOf(owner, 2) })).params).toEqual({
    fields: [{ field: 'new', reason: 'alreadyAsked' }],
  })
  expect((await status(owner)).changedAt).toBeNull()
  expect(await word(id)).toBe('DONE')
  expect((await standing(owner)).asked?.status).toBe('DONE')
  expect((await status(owner)).changedAt).toBe(hand.clock.now())
  await hand.prove(owner.token)
  expect((await knows(owner, fundPassword)).code).toBe(40013)
  expect((await knows(owner, '719305')).code).toBe(200)
  expect(await word(id)).toBe('GONE')
  // A day of waiting for addresses that were never paid to, as after any change.
  const row = (await hand.database.asOwner('select hash from wallet.fund_resets where id = $1', [id])) as {
    hash: null
  }[]
  expect(row).toEqual([{ hash: null }])
})

it('is refused who is not verified, a number of another day, and a picture of somebody else', async () => {
  const plain = await hand.customer('plain')
  await hand.setFundPassword(plain)
  expect((await ask(plain)).code).toBe(10022)
  const owner = await verified('careful')
  const other = String((Number((await standing(owner)).number) + 1) % 10_000).padStart(4, '0')
  expect((await ask(owner, { number: other })).params).toEqual({ fields: [{ field: 'number', reason: 'expired' }] })
  expect((await ask(owner, { fileId: pictureOf(plain) })).code).toBe(40039)
  expect((await ask(owner, { new: '111123' })).params).toEqual({ fields: [{ field: 'new', reason: 'weak' }] })
  expect((await ask(owner, { code: '000000' })).code).toBe(10091)
  expect((await ask(owner, { code: undefined })).code).toBe(40036)
  expect((await standing(owner)).asked).toBeNull()
})

it('ends with the reason, leaves the old one, and can be asked again with another picture', async () => {
  const owner = await verified('blurred')
  const { id } = ((await ask(owner)).result as Standing).asked ?? { id: '' }
  expect(await word(id, 'FACE_DIFFERS')).toBe('REJECTED')
  expect((await standing(owner)).asked).toMatchObject({ status: 'REJECTED', reasonCode: 'FACE_DIFFERS' })
  expect((await status(owner)).changedAt).toBeNull()
  expect((await ask(owner)).code).toBe(40020)
  expect((await ask(owner, { fileId: pictureOf(owner, 2) })).code).toBe(200)
  expect((await post(`${path}/cancel`, {}, owner)).result).toMatchObject({ asked: { status: 'CANCELLED' } })
  expect((await post(`${path}/cancel`, {}, owner)).code).toBe(40039)
})

it('ends without a word where the fund password or a credential was changed since', async () => {
  const owner = await verified('remembers')
  const { id } = ((await ask(owner)).result as Standing).asked ?? { id: '' }
  await hand.prove(owner.token)
  expect((await knows(owner, fundPassword)).code).toBe(200)
  expect(await word(id)).toBe('GONE')
  expect((await standing(owner)).asked?.status).toBe('CANCELLED')
  const again = ((await ask(owner, { fileId: pictureOf(owner, 2) })).result as Standing).asked?.id ?? ''
  await hand.database.asOwner(
    `insert into auth.security_changes (customer_id, changed_at, what) values ($1, $2, 'PASSWORD')
      on conflict (customer_id) do update set changed_at = excluded.changed_at`,
    [owner.id, new Date(hand.clock.now() + 1)],
  )
  expect(await word(again)).toBe('CANCELLED')
  expect((await findReset(hand.database.pools.console as never, again))?.status).toBe('CANCELLED')
})

it('is nobody else’s to choose: the console reads no hash and writes no row', async () => {
  const db = hand.database.pools.console
  const { sql } = await import('../../../kernel/db/db.ts')
  await expect(sql`select hash from wallet.fund_resets`.execute(db)).rejects.toThrow('permission denied')
  await expect(sql`update wallet.fund_resets set hash = 'x'`.execute(db)).rejects.toThrow('permission denied')
  await expect(sql`update wallet.fund_passwords set hash = 'x'`.execute(db)).rejects.toThrow('permission denied')
})
