import type { PasskeyChallenge } from '@evenhand/protocol/passkey-shapes.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { authenticator, type Lie } from '../../../../test/authenticator.ts'
import { testDatabase } from '../../../../test/database.ts'
import { factorPeople } from '../../../../test/fixtures/factor-customers.ts'
import { goodPassword, people, type Response } from '../../../../test/fixtures/customers.ts'
import { dateOf } from '../../../kernel/time/clock.ts'

const database = await testDatabase()
const at = people(database)
const factor = factorPeople(at)
afterAll(async () => {
  await at.close()
  await database.close()
})

let networks = 0
const signIn = (account: string, more: object = {}) =>
  at.post(
    'login/login',
    { account, password: goodPassword, ...more },
    { ip: `192.1.${networks >> 8}.${networks++ & 255}` },
  )
const signInAlone = (passkey: object) =>
  at.post('login/login', { passkey }, { ip: `192.2.${networks >> 8}.${networks++ & 255}` })
const challengeOf = (response: Response): PasskeyChallenge =>
  (response.params as unknown as { challenge: PasskeyChallenge }).challenge

/** What a page, a device or a thief in between would get wrong. */
const lies: Record<string, Lie> = {
  'another page': { origin: 'http://localhost.evil.example' },
  'another port of the page': { origin: 'http://localhost:8080' },
  'another site in the device': { rpId: 'evil.example' },
  'no user verification': { verified: false },
  'an unknown challenge': { challenge: Buffer.alloc(32, 1).toString('base64url') },
  'an empty challenge': { challenge: '' },
}

describe('making a passkey', () => {
  test('takes a recent proof, ends other sessions, comes with recovery codes, and is mailed', async () => {
    const { token, user } = await at.customer('maker')
    const elsewhere: { token: string } = (await signIn('maker')).result
    expect((await at.post('user/passkey/options', {}, { token })).code).toBe(40036)
    await factor.proved(token)
    const device = authenticator()
    const { result: options } = await at.post('user/passkey/options', {}, { token })
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Evenhand sandbox' },
      user: { name: 'maker' },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [],
    })
    const made = await at.post(
      'user/passkey/register',
      { passkey: device.make(options), name: ' My phone ' },
      { token },
    )
    expect(made).toMatchObject({
      code: 200,
      notice: 20005,
      result: { passkey: { name: 'My phone', lastUsedAt: null } },
    })
    const { token: renewed, recoveryCodes }: { token: string; recoveryCodes: string[] } = made.result
    expect(recoveryCodes).toHaveLength(10)
    for (const ended of [token, elsewhere.token])
      expect((await at.post('user/getUserInfo', {}, { token: ended })).code).toBe(401)
    expect((await at.get('user/security', { token: renewed })).result).toMatchObject({
      otp: false,
      passkeys: [{ name: 'My phone', createdAt: at.clock.now() }],
      recoveryLeft: 10,
    })
    await at.auth.idle()
    expect(at.mailbox.list(user.email).some(({ text }) => text.includes('passkey “My phone” was added'))).toBe(true)
  })

  test.each(Object.entries({ ...lies, 'a certificate of its maker': { certificate: true } }))(
    'is refused with %s',
    async (_, lie) => {
      const { token } = await at.customer(`liar_${networks++}`)
      await factor.proved(token)
      const { result: options } = await at.post('user/passkey/options', {}, { token })
      const refused = await at.post('user/passkey/register', { passkey: authenticator().make(options, lie) }, { token })
      expect(refused.code).toBe(10091)
      expect((await at.get('user/security', { token })).result).toMatchObject({ passkeys: [] })
    },
  )

  test('is refused with a challenge of another session, a used one, and one older than five minutes', async () => {
    const { token } = await at.customer('replays')
    const other = await at.customer('replays2')
    await Promise.all([factor.proved(token), factor.proved(other.token)])
    const device = authenticator()
    const { result: foreign } = await at.post('user/passkey/options', {}, other)
    expect((await at.post('user/passkey/register', { passkey: device.make(foreign) }, { token })).code).toBe(10091)
    const { result: late } = await at.post('user/passkey/options', {}, { token })
    at.clock.advance(5 * 60_000)
    expect((await at.post('user/passkey/register', { passkey: device.make(late) }, { token })).code).toBe(10091)
    const { result: options } = await at.post('user/passkey/options', {}, { token })
    const passkey = device.make(options)
    const tried = await Promise.all(
      Array.from({ length: 10 }, () => at.post('user/passkey/register', { passkey }, { token })),
    )
    expect(tried.filter((response) => response.code === 200)).toHaveLength(1)
    // A sign-in's challenge makes no passkey.
    const renewed: { token: string } = tried.find((response) => response.code === 200)?.result ?? ({} as never)
    const { result: toSignIn } = await at.post('login/passkey/options')
    const lie = { challenge: (toSignIn as PasskeyChallenge).challenge }
    const { result: again } = await at.post('user/passkey/options', {}, await proveAgain(renewed.token, device))
    expect((await at.post('user/passkey/register', { passkey: device.make(again, lie) }, renewed)).code).toBe(10091)
  })

  test('garbage is refused by its form or as wrong, never a fault; a name is words', async () => {
    const { token } = await at.customer('garbage')
    await factor.proved(token)
    const { result: options } = await at.post('user/passkey/options', {}, { token })
    const good = authenticator().make(options)
    const bad = (response: object) => ({ ...good, response: { ...good.response, ...response } })
    for (const passkey of [
      bad({ attestationObject: 'AAAA' }),
      bad({ clientDataJSON: 'AAAA' }),
      bad({ attestationObject: '', clientDataJSON: good.response.clientDataJSON }),
      { ...good, id: 'AAAA' },
      {},
    ]) {
      expect([10091, 40020]).toContain((await at.post('user/passkey/register', { passkey }, { token })).code)
    }
    for (const name of ['<b>x</b>', 'a\u0000b', 'x'.repeat(41)])
      expect(await at.post('user/passkey/register', { passkey: good, name }, { token })).toMatchObject({
        code: 40020,
        params: { fields: [{ field: 'name' }] },
      })
  })

  test('stops at ten', async () => {
    const { token, user } = await at.customer('ten')
    await database.asOwner(
      `insert into auth.passkeys (id, customer_id, credential_id, public_key, counter, name, created_at)
       select gen_random_uuid(), $1, sha256(n::text::bytea), '\\x00', 0, 'n', now() from generate_series(1, 10) n`,
      [user.id],
    )
    await database.asOwner('update auth.sessions set proved_at = $2, factor_proved_at = $2 where customer_id = $1', [
      user.id,
      dateOf(at.clock.now()),
    ])
    expect(await at.post('user/passkey/options', {}, { token })).toMatchObject({
      code: 40020,
      params: { fields: [{ field: 'passkey', reason: 'tooMany' }] },
    })
  })
})

/** Proves a session by its passkey and returns it for the next call. */
async function proveAgain(token: string, device: ReturnType<typeof authenticator>): Promise<{ token: string }> {
  const passkey = device.assert(challengeOf(await at.post('user/proof', {}, { token })))
  const proof = await at.post('user/proof', { passkey }, { token })
  if (proof.code !== 200) throw new Error(JSON.stringify(proof))
  return { token }
}

describe('a passkey beside the password', () => {
  test('is requested after the right password, and one challenge signs in once', async () => {
    const { device, passkey: own } = await factor.withPasskey('beside')
    const needed = await signIn('beside')
    expect(needed).toMatchObject({ code: 40036, params: { accepts: ['passkey', 'recovery'] } })
    expect(challengeOf(needed)).toMatchObject({ rpId: 'localhost', allowCredentials: [{ type: 'public-key' }] })
    const passkey = device.assert(challengeOf(needed))
    const tried = await Promise.all(Array.from({ length: 10 }, () => signIn('beside', { passkey })))
    expect(tried.filter((response) => response.code === 200)).toHaveLength(1)
    expect(tried.filter((response) => response.code === 10091)).toHaveLength(9)
    const { token }: { token: string } = tried.find((response) => response.code === 200)?.result ?? ({} as never)
    expect((await at.get('user/security', { token })).result).toMatchObject({
      passkeys: [{ id: own.id, lastUsedAt: at.clock.now() }],
    })
  })

  test.each(Object.entries(lies))('is refused with %s', async (name, lie) => {
    const { device } = await factor.withPasskey(`beside_${Object.keys(lies).indexOf(name)}`)
    const account = `beside_${Object.keys(lies).indexOf(name)}`
    const passkey = device.assert(challengeOf(await signIn(account)), lie)
    expect(await signIn(account, { passkey })).toMatchObject({ code: 10091 })
  })

  test('signs for its own customer and purpose alone, within five minutes', async () => {
    const mine = await factor.withPasskey('mine')
    const theirs = await factor.withPasskey('theirs')
    const requested = challengeOf(await signIn('mine'))
    // Another customer's device, given my challenge.
    const foreign = theirs.device.assert({ ...requested, allowCredentials: [] })
    expect((await signIn('mine', { passkey: foreign })).code).toBe(10091)
    // My device, given a challenge that was made for something else.
    const elsewhere = [
      challengeOf(await signIn('theirs')),
      (await at.post('login/passkey/options')).result as PasskeyChallenge,
      challengeOf(await at.post('user/proof', {}, { token: mine.token })),
    ]
    for (const { challenge } of elsewhere)
      expect((await signIn('mine', { passkey: mine.device.assert({ ...requested, challenge }) })).code).toBe(10091)
    const late = mine.device.assert(requested)
    at.clock.advance(5 * 60_000)
    expect((await signIn('mine', { passkey: late })).code).toBe(10091)
    expect((await signIn('mine', { passkey: mine.device.assert(challengeOf(await signIn('mine'))) })).code).toBe(200)
  })

  test('a counter that does not rise shows a copy of the device, which is refused', async () => {
    const { device } = await factor.withPasskey('copied')
    const next = async (counter: number): Promise<number> => {
      const passkey = device.assert(challengeOf(await signIn('copied')), { counter })
      return (await signIn('copied', { passkey })).code
    }
    expect(await next(0)).toBe(200)
    expect(await next(0)).toBe(200)
    expect(await next(7)).toBe(200)
    for (const counter of [7, 6, 0]) expect(await next(counter)).toBe(10091)
    expect(await next(8)).toBe(200)
  })

  test('wrong codes keep no passkey out', async () => {
    const { device } = await factor.withPasskey('patient')
    for (let more = 0; more < 5; more += 1) expect((await signIn('patient', { otp: '000000' })).code).toBe(10091)
    expect((await signIn('patient', { otp: '000000' })).code).toBe(40029)
    const passkey = device.assert(challengeOf(await signIn('patient')))
    expect(await signIn('patient', { passkey, otp: '000000' })).toMatchObject({ code: 40020 })
    expect((await signIn('patient', { passkey })).code).toBe(200)
  })

  test('a recovery code stands in for a lost device', async () => {
    const { recoveryCodes } = await factor.withPasskey('dropped')
    expect((await signIn('dropped', { otp: recoveryCodes[3] ?? '' })).code).toBe(200)
    expect((await signIn('dropped', { otp: recoveryCodes[3] ?? '' })).code).toBe(10091)
  })
})

describe('a passkey alone', () => {
  const request = async (): Promise<PasskeyChallenge> => (await at.post('login/passkey/options')).result

  test('signs in without account and password, and without another factor', async () => {
    const { device, user } = await factor.withPasskey('alone')
    const challenge = await request()
    expect(challenge.allowCredentials).toEqual([])
    const signedIn = await signInAlone(device.assert(challenge))
    expect(signedIn).toMatchObject({ code: 200, result: { user: { id: user.id } } })
    expect((await signInAlone(device.assert(challenge))).code).toBe(10004)
  })

  test.each(Object.entries(lies))('is refused with %s', async (name, lie) => {
    const { device } = await factor.withPasskey(`alone_${Object.keys(lies).indexOf(name)}`)
    expect((await signInAlone(device.assert(await request(), lie))).code).toBe(10004)
  })

  test('is refused under another customer’s name, unknown, without a name, or as a second factor', async () => {
    const { device } = await factor.withPasskey('named')
    const { user: victim } = await factor.withPasskey('victim')
    const handle = Buffer.from(victim.id.replaceAll('-', ''), 'hex').toString('base64url')
    const good = device.assert(await request())
    expect((await signInAlone({ ...good, response: { ...good.response, userHandle: handle } })).code).toBe(10004)
    const { userHandle: _, ...nameless } = device.assert(await request()).response
    expect((await signInAlone({ ...good, response: nameless })).code).toBe(10004)
    expect((await signInAlone({ ...good, id: 'AAAA', rawId: 'AAAA' })).code).toBe(10004)
    expect((await signInAlone(device.assert(challengeOf(await signIn('named'))))).code).toBe(10004)
    expect((await signInAlone(device.assert(await request()))).code).toBe(200)
  })

  test('a frozen account stays frozen', async () => {
    const { device, token } = await factor.withPasskey('cold')
    expect((await at.post('user/freeze', {}, { token })).code).toBe(200)
    expect((await signInAlone(device.assert(await request()))).code).toBe(10005)
  })
})

test('a passkey is removed by its owner alone, with a proof by it; the last takes the recovery codes along', async () => {
  const { token, device, passkey } = await factor.withPasskey('remover')
  const other = await factor.withPasskey('other')
  for (const id of [other.passkey.id, '01890000-0000-7000-8000-000000000000']) {
    // Made by a password's proof, which takes away no second factor.
    expect((await at.post('user/passkey/remove', { id }, { token })).code).toBe(40036)
  }
  await proveAgain(token, device)
  for (const id of [other.passkey.id, '01890000-0000-7000-8000-000000000000'])
    expect((await at.post('user/passkey/remove', { id }, { token })).code).toBe(40039)
  const removed = await at.post('user/passkey/remove', { id: passkey.id }, { token })
  expect(removed).toMatchObject({ code: 200, notice: 20007 })
  const renewed: { token: string } = removed.result
  expect((await at.get('user/security', renewed)).result).toMatchObject({ passkeys: [], recoveryLeft: 0 })
  expect((await signIn('remover')).code).toBe(200)
  expect((await at.get('user/security', other)).result).toMatchObject({ passkeys: [{ id: other.passkey.id }] })
})
