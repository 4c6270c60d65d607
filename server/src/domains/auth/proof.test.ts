import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { authenticator } from '../../../test/authenticator.ts'
import { testDatabase } from '../../../test/database.ts'
import { factorPeople } from '../../../test/fixtures/factor-customers.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'
import { allRoutes } from '../../../test/protocol-routes.ts'

const database = await testDatabase()
const at = people(database)
const factor = factorPeople(at)
afterAll(async () => {
  await at.close()
  await database.close()
})

const needed = (response: Response): ProofNeeded => response.params as unknown as ProofNeeded
/** A call that needs a recent proof and changes nothing that matters here. */
const guarded = (token: string) => at.post('user/otp/setup', {}, { token })

describe('a recent proof', () => {
  test('counts for ten minutes of the product’s clock and not a moment longer', async () => {
    const { token } = await at.customer('lately')
    expect(await guarded(token)).toMatchObject({ code: 40036, params: { accepts: ['password'] } })
    const proof = await at.post('user/proof', { password: goodPassword }, { token })
    expect(proof).toMatchObject({ code: 200, result: { until: at.clock.now() + 600_000 } })
    expect((await at.get('user/security', { token })).result).toMatchObject({ provedUntil: at.clock.now() + 600_000 })
    at.clock.advance(600_000)
    expect((await guarded(token)).code).toBe(200)
    at.clock.advance(1)
    expect((await guarded(token)).code).toBe(40036)
    expect((await at.get('user/security', { token })).result).toMatchObject({ provedUntil: null })
  })

  test('belongs to one session: not to another of the customer, nor to the next', async () => {
    const { token } = await at.customer('bound')
    const signIn = async (): Promise<string> =>
      ((await at.post('login/login', { account: 'bound', password: goodPassword })).result as { token: string }).token
    const other = await signIn()
    await factor.proved(token)
    expect((await guarded(other)).code).toBe(40036)
    expect((await guarded(token)).code).toBe(200)
    await at.post('login/logout', {}, { token })
    expect((await guarded(token)).code).toBe(401)
    expect((await guarded(await signIn())).code).toBe(40036)
  })

  test('counts at once in every process, and after a restart', async () => {
    const { token } = await at.customer('moves')
    const second = people(database)
    second.clock.set(at.clock.now())
    expect((await second.post('user/otp/setup', {}, { token })).code).toBe(40036)
    await factor.proved(token)
    expect((await second.post('user/otp/setup', {}, { token })).code).toBe(200)
    await second.close()
  })

  test('is requested after the form, and before anything is done', async () => {
    const { token } = await at.customer('form')
    expect((await at.post('user/passkey/remove', { id: 'x' }, { token })).code).toBe(40020)
    expect((await at.post('user/passkey/remove', { id: '01890000-0000-7000-8000-000000000000' }, { token })).code).toBe(
      40036,
    )
    expect((await at.post('user/passkey/remove', { id: 'x' })).code).toBe(401)
  })

  test('by password keeps the limits of signing in, and a wrong one counts there', async () => {
    const { token } = await at.customer('guesses')
    const codes: number[] = []
    for (let more = 0; more < 7; more += 1)
      codes.push((await at.post('user/proof', { password: `guess ${more} at it` }, { token, ip: '192.3.0.1' })).code)
    expect(codes).toEqual([10004, 10004, 10004, 10004, 10004, 40029, 40029])
    const signedIn = { account: 'guesses@example.com', password: goodPassword }
    expect((await at.post('login/login', signedIn, { ip: '192.3.0.1' })).code).toBe(40029)
    expect((await guarded(token)).code).toBe(40036)
    at.clock.advance(60_000)
    expect((await at.post('user/proof', { password: goodPassword }, { token, ip: '192.3.0.1' })).code).toBe(200)
    const [row] = (await database.asOwner(
      `select failed_in_row from auth.passwords p join accounts.customers c on c.id = p.customer_id where c.username = 'guesses'`,
    )) as { failed_in_row: number }[]
    expect(row?.failed_in_row).toBe(5)
  })

  test('is given by exactly one way, and by one the customer has', async () => {
    const { token } = await at.customer('oneway')
    expect(needed(await at.post('user/proof', {}, { token }))).toEqual({ accepts: ['password'] })
    expect(needed(await at.post('user/proof', { otp: '000000' }, { token }))).toEqual({ accepts: ['password'] })
    expect((await at.post('user/proof', { password: goodPassword, otp: '000000' }, { token })).code).toBe(40020)
    expect((await at.post('user/proof', { password: goodPassword, more: 1 }, { token })).code).toBe(40020)
    expect((await at.post('user/proof', { password: goodPassword })).code).toBe(401)
    // Who came with a provider has none until one is set by mail.
    await database.asOwner(
      `delete from auth.passwords p using accounts.customers c where c.id = p.customer_id and c.username = 'oneway'`,
    )
    for (const request of [{}, { password: goodPassword }])
      expect(await at.post('user/proof', request, { token })).toMatchObject({ code: 40036, params: { accepts: [] } })
  })
})

describe('with a second factor', () => {
  test('a password still proves what is not about the second factor', async () => {
    const { token, shown } = await factor.withApp('both')
    at.clock.advance(600_001)
    const requested = needed(await at.remove('user/sessions', { token }))
    expect(requested).toEqual({ accepts: ['password', 'otp', 'recovery'] })
    await factor.proved(token)
    expect((await at.remove('user/sessions', { token })).code).toBe(200)
    expect((await guarded(token)).code).toBe(40036)
    expect((await at.post('user/proof', { otp: shown() }, { token })).code).toBe(200)
    // A password after it takes nothing back.
    await factor.proved(token)
    expect(await guarded(token)).toMatchObject({ code: 40020 })
  })

  test('codes of three hundred tries at one session are five', async () => {
    const { token, shown } = await factor.withApp('tried')
    at.clock.advance(600_001)
    const right = shown()
    const wrong = ['123456', '654321', '111222'].find((code) => code !== right) ?? ''
    const tried = await Promise.all(Array.from({ length: 300 }, () => at.post('user/proof', { otp: wrong }, { token })))
    expect(tried.filter((response) => response.code === 10091).length).toBe(5)
    expect(tried.filter((response) => response.code === 40029).length).toBe(295)
    expect((await at.remove('user/sessions', { token })).code).toBe(40036)
  })

  test('a passkey signs for this session; what it signed for another proves nothing', async () => {
    const device = authenticator()
    const { token } = await factor.withPasskey('signs', device)
    const { challenge: toSignIn } = needed(await at.post('login/login', { account: 'signs', password: goodPassword }))
    const signedIn = await at.post('login/login', {
      account: 'signs',
      password: goodPassword,
      passkey: toSignIn && device.assert(toSignIn),
    })
    const { token: other }: { token: string } = signedIn.result
    const requested = needed(await at.post('user/passkey/options', {}, { token }))
    expect(requested.accepts).toEqual(['passkey', 'recovery'])
    const passkey = requested.challenge && device.assert(requested.challenge)
    expect((await at.post('user/proof', { passkey }, { token: other })).code).toBe(10091)
    const again = needed(await at.post('user/proof', {}, { token })).challenge
    const fresh = again && device.assert(again)
    expect((await at.post('user/proof', { passkey: fresh }, { token })).code).toBe(200)
    expect((await at.post('user/proof', { passkey: fresh }, { token })).code).toBe(10091)
    expect((await at.post('user/passkey/options', {}, { token })).code).toBe(200)
  })
})

test('whatever changes how an account is protected needs a proof', () => {
  const marked = allRoutes().filter(({ proof }) => proof !== undefined)
  expect(marked.every(({ signedIn }) => signedIn === true)).toBe(true)
  expect(marked.map(({ method, path, proof }) => `${method} ${path.slice('/swx/customer/'.length)} ${proof}`)).toEqual(
    expect.arrayContaining([
      'DELETE user/sessions true',
      'POST user/social/:provider true',
      'DELETE user/social/:provider true',
      'POST user/otp/setup factor',
      'POST user/otp/enable factor',
      'POST user/otp/disable factor',
      'POST user/passkey/options factor',
      'POST user/passkey/register factor',
      'POST user/passkey/remove factor',
      'POST user/recoveryCodes factor',
    ]),
  )
})
