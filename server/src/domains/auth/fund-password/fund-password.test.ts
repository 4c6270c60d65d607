import { afterAll, beforeAll, expect, it } from 'vitest'
import { factorPeople } from '../../../../test/fixtures/factor-customers.ts'
import { fundPassword, withdrawalsFixture, type Fixture, type Owner } from '../../../../test/fixtures/withdrawals.ts'
import { createPasswords } from '../../../kernel/crypto/passwords.ts'
import { isWeakFundPassword } from './fund-password.rules.ts'
import { publishedNotices, rolledBackAtCommit } from '../../../../test/fixtures/published-notices.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await withdrawalsFixture({ passwords: createPasswords({ running: 2, waiting: 500 }) })
})
afterAll(() => fixture.close())

const post = (path: string, body: object, { token }: { token: string }) => fixture.call('POST', path, body, { token })
const status = async ({ token }: { token: string }) =>
  (await fixture.call('GET', 'user/fundPassword/status', undefined, { token })).result
const withOne = async (name: string): Promise<Owner> => {
  const owner = await fixture.customer(name)
  await fixture.setFundPassword(owner)
  return owner
}
/** Tries a fund password where nothing else can be in the way: changing it to itself is refused only by what is wrong. */
const tryIt = (owner: Owner, old: string) => post('user/fundPassword/change', { old, new: '719305' }, owner)

it('is refused where it is easily guessed', () => {
  for (const weak of ['000000', '123456', '654321', '345678', '111123', '808088', '1987'.padStart(6, '0')].slice(0, 6))
    expect(isWeakFundPassword(weak), weak).toBe(true)
  for (const birthday of ['870309', '090387', '030987', '198703', '031987', '198709'])
    expect(isWeakFundPassword(birthday, '1987-03-09'), birthday).toBe(true)
  expect(isWeakFundPassword('870309')).toBe(false)
  expect(isWeakFundPassword('482915', '1987-03-09')).toBe(false)
})

it('is set once, with a recent proof and a code that was mailed for it', async () => {
  const owner = await fixture.customer('first')
  expect(await status(owner)).toEqual({ set: false, changedAt: null, left: 5, lockedUntil: null })
  const bare = { fundPassword }
  expect((await post('user/fundPassword/set', bare, owner)).code).toBe(40036)
  await fixture.prove(owner.token)
  expect(await post('user/fundPassword/set', bare, owner)).toMatchObject({ code: 40036, params: { accepts: ['code'] } })
  expect((await post('user/fundPassword/set', { fundPassword: '112211' }, owner)).params).toEqual({
    fields: [{ field: 'fundPassword', reason: 'weak' }],
  })
  for (const malformed of ['12345', '1234567', '٤٨٢٩١٥', '48291５', 482915, ' 82915'])
    expect((await post('user/fundPassword/set', { fundPassword: malformed }, owner)).code).toBe(40020)
  const code = await fixture.codeOf(owner.email, { scene: 'fundpwd' }, owner.token)
  expect((await post('user/fundPassword/set', { fundPassword, code }, owner)).notice).toBe(20005)
  expect(await status(owner)).toMatchObject({ set: true, left: 5 })
  expect((await fixture.accounts.find(owner.id))?.fundPasswordSet).toBe(true)
  expect((await post('user/fundPassword/set', { fundPassword: '593018' }, owner)).params).toEqual({
    fields: [{ field: 'fundPassword', reason: 'alreadySet' }],
  })
  expect(fixture.notified.filter(({ template }) => template === 'fundpwd.changed').map(({ params }) => params)).toEqual(
    [{ change: 'set' }],
  )
})

it('locks for a quarter of an hour after five wrong entries and for a day after ten', async () => {
  const owner = await withOne('locked')
  await fixture.prove(owner.token)
  for (const left of [4, 3, 2, 1, 0])
    expect(await tryIt(owner, '111222')).toMatchObject({ code: 40013, params: { left } })
  const until = fixture.clock.now() + 15 * 60_000
  expect(await tryIt(owner, fundPassword)).toMatchObject({ code: 40014, params: { until } })
  expect(fixture.notified.at(-1)).toMatchObject({ template: 'fundpwd.changed', params: { change: 'locked', until } })
  fixture.clock.advance(15 * 60_000)
  await fixture.prove(owner.token)
  for (let wrong = 6; wrong <= 10; wrong += 1) expect((await tryIt(owner, '111222')).code).toBe(40013)
  expect(await tryIt(owner, fundPassword)).toMatchObject({
    code: 40014,
    params: { until: fixture.clock.now() + dayMs },
  })
  fixture.clock.advance(dayMs)
  await fixture.prove(owner.token)
  expect((await tryIt(owner, fundPassword)).code).toBe(200)
  expect(await status(owner)).toMatchObject({ left: 5, lockedUntil: null, changedAt: fixture.clock.now() })
})

it('forgets wrong entries after a right one, and after a quiet day', async () => {
  const owner = await withOne('forgiven')
  await fixture.prove(owner.token)
  for (let n = 0; n < 4; n += 1) await tryIt(owner, '111222')
  expect((await tryIt(owner, fundPassword)).code).toBe(200)
  for (let n = 0; n < 4; n += 1) expect((await tryIt(owner, '111222')).code).toBe(40013)
  fixture.clock.advance(dayMs)
  await fixture.prove(owner.token)
  expect(await tryIt(owner, '111222')).toMatchObject({ code: 40013, params: { left: 4 } })
})

it('checks no more than five of fifty guesses at once', async () => {
  const owner = await withOne('guessed')
  await fixture.prove(owner.token)
  const guesses = Array.from({ length: 50 }, (_, n) => tryIt(owner, String(271_830 + n)))
  const codes = (await Promise.all(guesses)).map(({ code }) => code)
  expect(codes.filter((code) => code === 40013)).toHaveLength(5)
  expect(codes.filter((code) => code === 40014)).toHaveLength(45)
})

it('does not take fifty right entries at once for guesses', async () => {
  const owner = await withOne('hurried')
  await fixture.prove(owner.token)
  const attempts = Array.from({ length: 50 }, () =>
    fixture.fundPasswords.mustKnow({ session: { customerId: owner.id } } as never, fundPassword),
  )
  expect((await Promise.allSettled(attempts)).every(({ status: how }) => how === 'fulfilled')).toBe(true)
})

it('is set anew without the old one by the mailed code and the second factor, never by one of them', async () => {
  const bare = await withOne('forgetful')
  await fixture.prove(bare.token)
  const mailed = await fixture.codeOf(bare.email, { scene: 'fundpwd' }, bare.token)
  expect(await post('user/fundPassword/reset', { new: '719305', code: mailed }, bare)).toMatchObject({
    code: 40036,
    params: { accepts: ['otp', 'passkey'] },
  })
  const factor = await factorPeople(fixture.people).withApp('careful')
  const email = factor.user.email
  const owner = { token: factor.token, id: factor.user.id, email, accountId: 0n }
  const first = await post('user/fundPassword/set', { fundPassword, otp: factor.shown() }, owner)
  expect(first.code).toBe(200)
  fixture.clock.advance(60_000)
  const code = await fixture.codeOf(email, { scene: 'fundpwd' }, owner.token)
  expect((await post('user/fundPassword/reset', { new: '719305', otp: factor.shown() }, owner)).code).toBe(40036)
  expect((await post('user/fundPassword/reset', { new: '719305', code }, owner)).code).toBe(40036)
  expect((await post('user/fundPassword/reset', { new: '719305', code, otp: factor.shown() }, owner)).code).toBe(200)
  expect(await status(owner)).toMatchObject({ changedAt: fixture.clock.now() })
})

it('is kept as argon2id of what a key outside the database makes of it', async () => {
  const rows = (await fixture.database.asOwner('select hash from wallet.fund_passwords')) as { hash: string }[]
  expect(rows.every(({ hash }) => hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true)
})

it('a changed one and its notice are committed together, once, or neither is', async () => {
  const owner = await withOne('together')
  await fixture.prove(owner.token)
  const published = async () =>
    (await publishedNotices(fixture.database, { template: 'fundpwd.changed' }))
      .filter(({ accountId }) => accountId === String(owner.accountId))
      .map(({ params }) => params['change'])
  const change = () => post('user/fundPassword/change', { old: fundPassword, new: '719305' }, owner)
  await rolledBackAtCommit(fixture.database, async () => {
    expect((await change()).code).toBe(10092)
  })
  expect(await status(owner)).toMatchObject({ changedAt: null })
  expect(await published()).toEqual(['set'])
  const tried = await Promise.all(Array.from({ length: 5 }, change))
  expect(tried.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await published()).toEqual(['set', 'changed'])
})
