import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { factorPeople, shownBy, stepMs, wrongCode } from '../../../../test/fixtures/factor-customers.ts'
import { goodPassword, people } from '../../../../test/fixtures/customers.ts'

const database = await testDatabase()
const at = people(database)
const factor = factorPeople(at)
afterAll(async () => {
  await at.close()
  await database.close()
})

let networks = 0
/** Signs in from a network of its own, so that the limits of passwords are not what is tried here. */
const signIn = (account: string, more: object = {}) =>
  at.post(
    'login/login',
    { account, password: goodPassword, ...more },
    { ip: `192.0.${networks >> 8}.${networks++ & 255}` },
  )

describe('enrolling', () => {
  test('takes a recent proof, a first right code, and ends every other session', async () => {
    const { token } = await at.customer('enrols')
    const elsewhere: { token: string } = (await signIn('enrols')).result
    expect(await at.post('user/otp/setup', {}, { token })).toMatchObject({
      code: 40036,
      params: { accepts: ['password'] },
    })
    await factor.proved(token)
    const { secret, uri }: { secret: string; uri: string } = (await at.post('user/otp/setup', {}, { token })).result
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${secret}`)
    // Nothing is requested until the app has shown that it has the secret.
    expect((await signIn('enrols')).code).toBe(200)
    expect(await at.post('user/otp/enable', { code: wrongCode(secret, at.clock.now()) }, { token })).toMatchObject({
      code: 10091,
      params: { left: 4 },
    })
    const enabled = await at.post('user/otp/enable', { code: shownBy(secret, at.clock.now()) }, { token })
    expect(enabled).toMatchObject({ code: 200, notice: 20005, result: { user: { username: 'enrols' } } })
    const { recoveryCodes, token: renewed }: { recoveryCodes: string[]; token: string } = enabled.result
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    for (const ended of [token, elsewhere.token])
      expect((await at.post('user/getUserInfo', {}, { token: ended })).code).toBe(401)
    expect(await at.get('user/security', { token: renewed })).toMatchObject({
      result: { password: true, otp: true, passkeys: [], recoveryLeft: 10, antiPhishing: false, social: [] },
    })
    expect(await at.post('user/otp/setup', {}, { token: renewed })).toMatchObject({
      code: 40020,
      params: { fields: [{ field: 'otp', reason: 'enabled' }] },
    })
    await at.auth.idle()
    expect(at.mailbox.list('enrols@example.com').map(({ text }) => text)).toContainEqual(
      expect.stringContaining('An authenticator app was turned on'),
    )
  })

  test('the database holds neither the secret nor the recovery codes, and a row is worth nothing elsewhere', async () => {
    const { secret, recoveryCodes, user } = await factor.withApp('sealed')
    const other = await factor.withApp('sealed2')
    const rows = JSON.stringify([
      await database.asOwner('select customer_id, encode(sealed, $1) as sealed from auth.totps', ['escape']),
      await database.asOwner('select encode(hash, $1) as hash from auth.recovery_codes', ['escape']),
    ])
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(rows).not.toContain(plain)
    // An attacker who can write the database gives the victim the secret of an account of their own.
    await database.asOwner(
      'update auth.totps v set sealed = a.sealed from auth.totps a where v.customer_id = $1 and a.customer_id = $2',
      [user.id, other.user.id],
    )
    expect((await signIn('sealed', { otp: other.shown() })).code).toBe(10092)
  })
})

describe('signing in with an app', () => {
  test('needs a code after the right password, and discloses nothing before it', async () => {
    const { shown } = await factor.withApp('asked')
    expect(await at.post('login/login', { account: 'asked', password: 'wrong password' })).toMatchObject({
      code: 10004,
    })
    const needed = await signIn('asked')
    expect(needed).toMatchObject({ code: 40036, params: { accepts: ['otp', 'recovery'] } })
    expect(needed.result).toBeUndefined()
    expect(await signIn('asked', { otp: '' })).toMatchObject({ code: 40036 })
    expect(await signIn('asked', { otp: shown() })).toMatchObject({
      code: 200,
      result: { user: { username: 'asked' } },
    })
  })

  test('a code works once, in fifty tries at once too, and none before it works after it', async () => {
    const { secret } = await factor.withApp('once')
    const now = at.clock.now()
    const before = shownBy(secret, now - stepMs)
    const code = shownBy(secret, now)
    const tried = await Promise.all(Array.from({ length: 50 }, () => signIn('once', { otp: code })))
    expect(tried.filter((response) => response.code === 200)).toHaveLength(1)
    for (const response of tried) expect([200, 10091, 40029]).toContain(response.code)
    at.clock.advance(3_600_000)
    const later = at.clock.now()
    expect((await signIn('once', { otp: shownBy(secret, later + stepMs) })).code).toBe(200)
    for (const used of [before, code, shownBy(secret, later + stepMs), shownBy(secret, later)])
      expect((await signIn('once', { otp: used })).code).toBe(10091)
  })

  test('a code of the step before and after counts, one further off does not', async () => {
    const { secret } = await factor.withApp('skewed')
    at.clock.advance(10 * stepMs)
    const now = at.clock.now()
    for (const off of [-3, -2, 2, 3])
      expect((await signIn('skewed', { otp: shownBy(secret, now + off * stepMs) })).code).toBe(10091)
    for (const off of [-1, 0, 1])
      expect((await signIn('skewed', { otp: shownBy(secret, now + off * stepMs) })).code).toBe(200)
  })

  test('of many guesses at once five are checked; the wait grows and the right code comes in after it', async () => {
    const { secret, shown } = await factor.withApp('guessed')
    const wrong = wrongCode(secret, at.clock.now())
    const tried = await Promise.all(Array.from({ length: 200 }, () => signIn('guessed', { otp: wrong })))
    const checked = tried.filter((response) => response.code === 10091)
    expect(checked.map(({ params }) => params['left']).toSorted()).toEqual([0, 1, 2, 3, 4])
    expect(tried.filter((response) => response.code === 40029).length).toBe(195)
    // The right one waits as well, or guessing would go on unseen.
    expect(await signIn('guessed', { otp: shown() })).toMatchObject({ code: 40029, params: { retryAfterS: 60 } })
    const waits: number[] = []
    for (let more = 0; more < 8; more += 1) {
      const { params } = await signIn('guessed', { otp: shown() })
      const { retryAfterS } = params as unknown as { retryAfterS: number }
      waits.push(retryAfterS)
      at.clock.advance(retryAfterS * 1000)
      expect((await signIn('guessed', { otp: wrongCode(secret, at.clock.now()) })).code).toBe(10091)
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600])
    at.clock.advance(3_600_000)
    const signedIn = await signIn('guessed', { otp: shown() })
    expect(signedIn.code).toBe(200)
    // The customer is notified once that another person has the password, and sees each of the tries.
    await at.auth.idle()
    const subjects = at.mailbox.list('guessed@example.com').map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Two-step verification of your Evenhand account')).toHaveLength(1)
    const history: { outcome: string }[] = (await at.get('user/loginHistory', signedIn.result)).result
    expect(history.filter(({ outcome }) => outcome === 'WRONG_FACTOR')).toHaveLength(13)
    at.clock.advance(stepMs)
    expect((await signIn('guessed', { otp: wrongCode(secret, at.clock.now()) })).params).toEqual({ left: 4 })
  })

  test('a recovery code stands in for a lost app, once, and the customer is notified of it', async () => {
    const { recoveryCodes } = await factor.withApp('lost')
    const [first = '', second = ''] = recoveryCodes
    const tried = await Promise.all(Array.from({ length: 5 }, () => signIn('lost', { otp: first })))
    expect(tried.filter((response) => response.code === 200)).toHaveLength(1)
    at.clock.advance(600_000)
    // As people type them.
    expect((await signIn('lost', { otp: ` ${second.toLowerCase().replace('-', ' ')}` })).code).toBe(200)
    const foreign = await factor.withApp('foreign')
    expect((await signIn('lost', { otp: foreign.recoveryCodes[0] ?? '' })).code).toBe(10091)
    await at.auth.idle()
    const mails = at.mailbox.list('lost@example.com').map(({ text }) => text)
    expect(mails.some((text) => text.includes('Recovery codes left: 8.'))).toBe(true)
  })

  test('a reset by mail is no way around it', async () => {
    const { shown } = await factor.withApp('resets')
    at.clock.advance(60_000)
    const request = { account: 'resets@example.com', new: 'another horse battery', confirm: 'another horse battery' }
    const code = await at.codeFor('resets@example.com', 'reset')
    expect(await at.post('user/repassword', { ...request, code })).toMatchObject({ code: 40036 })
    expect((await signIn('resets', { otp: shown() })).code).toBe(200)
    at.clock.advance(stepMs)
    expect((await at.post('user/repassword', { ...request, code, otp: shown() })).code).toBe(200)
  })
})

describe('taking it away', () => {
  test('needs the second factor itself: a stolen session with the password is not enough', async () => {
    const { token, shown } = await factor.withApp('keeps')
    at.clock.advance(600_001)
    expect((await at.post('user/proof', { password: goodPassword }, { token })).code).toBe(200)
    for (const path of ['user/otp/disable', 'user/otp/setup', 'user/passkey/options', 'user/recoveryCodes'])
      expect(await at.post(path, {}, { token })).toMatchObject({
        code: 40036,
        params: { accepts: ['otp', 'recovery'] },
      })
    expect((await at.post('user/proof', { otp: shown() }, { token })).code).toBe(200)
    const disabled = await at.post('user/otp/disable', {}, { token })
    expect(disabled).toMatchObject({ code: 200, notice: 20005 })
    expect((await at.post('user/getUserInfo', {}, { token })).code).toBe(401)
    expect((await signIn('keeps')).code).toBe(200)
    const renewed: { token: string } = disabled.result
    expect((await at.get('user/security', { token: renewed.token })).result).toMatchObject({
      otp: false,
      recoveryLeft: 0,
    })
    // A renewed session keeps its proof; what is not there is not there.
    expect((await at.post('user/otp/disable', {}, renewed)).code).toBe(40039)
    expect((await at.post('user/recoveryCodes', {}, renewed)).code).toBe(40039)
    await at.auth.idle()
    expect(at.mailbox.list('keeps@example.com').some(({ text }) => text.includes('turned off'))).toBe(true)
  })

  test('new recovery codes end the old ones', async () => {
    const { token, recoveryCodes, shown } = await factor.withApp('renews')
    const renewed = await at.post('user/recoveryCodes', {}, { token })
    const fresh: string[] = (renewed.result as { recoveryCodes: string[] }).recoveryCodes
    expect(fresh).toHaveLength(10)
    expect((await signIn('renews', { otp: recoveryCodes[0] ?? '' })).code).toBe(10091)
    expect((await signIn('renews', { otp: fresh[0] ?? '' })).code).toBe(200)
    expect((await signIn('renews', { otp: shown() })).code).toBe(200)
  })
})
