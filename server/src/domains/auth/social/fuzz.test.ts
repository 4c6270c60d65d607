import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { declaration, loginPath, openIdPeople, person } from '../../../../test/fixtures/openid-customers.ts'
import type { Response } from '../../../../test/fixtures/customers.ts'

const database = await testDatabase()
const social = await openIdPeople(database)
afterAll(async () => {
  await social.close()
  await database.close()
})

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '\u0000', '\ud800', '\u202e', "'; drop table auth.identities; --", '%00', '..', '//evil.example'),
)
const values = fc.oneof({ weight: 4, arbitrary: texts }, fc.jsonValue({ maxDepth: 2 }))
const expectResponse = ({ status, code }: Response): void => {
  expect([200, 401, 429]).toContain(status)
  expect(code).not.toBe(10092)
}
const runs = { numRuns: 60 }

test('no body of any call, with a token that counts or without, ends in a fault', async () => {
  const browser = social.browser()
  await social.at.customer('fuzzed')
  const requested = await social.signIn(browser, 'google', person('fuzz'))
  const owner = { sub: 'fuzzed', email: 'fuzzed@example.com', email_verified: true }
  const tokens = {
    ...(requested.params as object),
    ...((await social.signIn(browser, 'apple', owner)).params as object),
  } as Record<string, string>
  const fields = ['code', 'state', 'iss', 'inviteCode', 'password', 'otp', 'username', 'country', 'lang', '__proto__']
  const paths = ['registerSocial', 'linkSocial', 'continueSocial', 'loginByGoogle', 'loginByApple']
  const { registrationToken = '', linkToken = '' } = tokens
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.dictionary(fc.constantFrom(...fields), values, { maxKeys: 5 }),
      async (path, body) => {
        const held = {
          registerSocial: { registrationToken, ...declaration, adult: false },
          linkSocial: { linkToken },
          continueSocial: { signInToken: linkToken },
        }[path]
        expectResponse(await browser.post(`login/${path}`, { ...held, ...body }))
      },
    ),
    runs,
  )
})

test('nothing a browser comes back with, and nothing a provider reports, ends in a fault', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, texts, async (inviteCode, sub, email, iss) => {
      const browser = social.browser()
      const coming = await social.away(browser, 'google', {
        person: { sub, email: `${email}@mail.example`, email_verified: true },
      })
      expectResponse(await browser.post(loginPath.google, { ...coming, inviteCode, ...(iss === '' ? {} : { iss }) }))
    }),
    runs,
  )
})

test('an invite code of any text is refused, and no fault', async () => {
  const browser = social.browser()
  const requested = await social.signIn(browser, 'google', person('invited'))
  await fc.assert(
    fc.asyncProperty(texts, async (inviteCode) => {
      fc.pre(inviteCode !== '' && inviteCode.length <= 32)
      expect(await social.register(browser, requested, { inviteCode })).toMatchObject({ code: 40020 })
    }),
    runs,
  )
})
