import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { fieldOf, loginPath, openIdPeople } from '../../../../test/fixtures/openid-customers.ts'
import { goodPassword, type Response } from '../../../../test/fixtures/customers.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'

const database = await testDatabase()
const social = await openIdPeople(database)
const { at } = social
afterAll(async () => {
  await social.close()
  await database.close()
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (base32: string): Uint8Array => {
  const bits = [...base32].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/[01]{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
const vouched = (name: string) => ({ sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true })
const idOf = ({ result }: Response): string => (result as { user: { id: string } }).user.id

/** A customer with an app; `otp` returns its code of a time in which none was used. */
async function withApp(name: string): Promise<{ id: string; otp: () => string }> {
  const { token, user } = await at.customer(name)
  await at.post('user/proof', { password: goodPassword }, { token })
  const { secret } = (await at.post('user/otp/setup', {}, { token })).result as { secret: string }
  const otp = (): string => {
    at.clock.advance(60_000)
    return codeAt(bytesOf(secret), stepAt(at.clock.now()))
  }
  const enabled = await at.post('user/otp/enable', { code: otp() }, { token })
  expect(enabled.code).toBe(200)
  return { id: user.id, otp }
}

test('linking requires the password and the second factor, and the provider alone opens nothing afterwards', async () => {
  const { id, otp } = await withApp('twofold')
  const browser = social.browser()
  const { linkToken } = (await social.signIn(browser, 'google', vouched('twofold'))).params as unknown as {
    linkToken: string
  }
  const proofs = { linkToken, password: goodPassword }
  expect(await browser.post('login/linkSocial', proofs)).toMatchObject({ code: 40036 })
  expect((await browser.post('login/linkSocial', { ...proofs, otp: '000000' })).code).toBe(10091)
  expect(await database.asOwner(`select 1 from auth.identities`)).toEqual([])
  expect(idOf(await browser.post('login/linkSocial', { ...proofs, otp: otp() }))).toBe(id)

  const returning = social.browser()
  const requested = await social.signIn(returning, 'google', vouched('twofold'))
  expect(requested).toMatchObject({ code: 40036, params: { accepts: expect.arrayContaining(['otp']) as never } })
  const { signInToken } = requested.params as unknown as { signInToken: string }
  expect((await returning.post('login/continueSocial', { signInToken })).code).toBe(40036)
  expect((await returning.post('login/continueSocial', { signInToken, otp: '000000' })).code).toBe(10091)
  const code = otp()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => returning.post('login/continueSocial', { signInToken, otp: code })),
  )
  expect(responses.filter((response) => response.code === 200).map(idOf)).toEqual([id])
  expect(fieldOf(await returning.post('login/continueSocial', { signInToken, otp: otp() }))).toBe(
    '40020 signInToken ended',
  )
})

test('a token to go on with is good once, for ten minutes, and while its provider is linked', async () => {
  const { otp } = await withApp('leaving')
  const browser = social.browser()
  const { linkToken } = (await social.signIn(browser, 'google', vouched('leaving'))).params as unknown as {
    linkToken: string
  }
  await browser.post('login/linkSocial', { linkToken, password: goodPassword, otp: otp() })
  const waiting = async (): Promise<string> => {
    const coming = await social.away(browser, 'google', { person: vouched('leaving') })
    const { params } = await browser.post(loginPath.google, coming)
    return (params as unknown as { signInToken: string }).signInToken
  }
  const signInToken = await waiting()
  expect((await browser.post('login/continueSocial', { signInToken, otp: otp() })).code).toBe(200)
  expect(fieldOf(await browser.post('login/continueSocial', { signInToken, otp: otp() }))).toBe(
    '40020 signInToken ended',
  )
  const late = await waiting()
  at.clock.advance(600_000)
  expect(fieldOf(await browser.post('login/continueSocial', { signInToken: late, otp: otp() }))).toBe(
    '40020 signInToken ended',
  )
  const unlinked = await waiting()
  await database.asOwner(`delete from auth.identities where subject = 'sub-leaving'`)
  expect(fieldOf(await browser.post('login/continueSocial', { signInToken: unlinked, otp: otp() }))).toBe(
    '40020 signInToken ended',
  )
})
