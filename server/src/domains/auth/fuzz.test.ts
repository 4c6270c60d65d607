import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { goodPassword, people } from '../../../test/fixtures/customers.ts'
import { authRoutes } from './index.ts'

const database = await testDatabase()
const at = people(database, { limits: false })
const { token } = await at.customer('fuzzed')
afterAll(async () => {
  await at.close()
  await database.close()
})

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '\u202e',
    "'; drop table auth.sessions; --",
    'fuzzed',
    'fuzzed@example.com',
    '123456',
    '%00',
    '٠١٢٣٤٥',
  ),
  fc.constant(goodPassword),
)
const values = fc.oneof({ weight: 4, arbitrary: texts }, fc.jsonValue({ maxDepth: 2 }))
const posts = authRoutes(at.auth).filter(({ route }) => route.method === 'POST')
const fields = [
  'account',
  'password',
  'code',
  'old',
  'new',
  'confirm',
  'otp',
  'token',
  'phrase',
  'to',
  'scene',
  'email',
  '__proto__',
]

test.each(posts.map(({ route }) => route.path))(
  '%s responds to any body with a refusal or a result, never with a fault',
  async (path) => {
    // Without the session that would end: what ends it is tried elsewhere.
    const signed = /antiPhishing/.test(path)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...fields), values, { maxKeys: 6 }), async (body) => {
        const { status, code } = await at.post(path, body, signed ? { token } : {})
        expect([200, 401, 429]).toContain(status)
        expect(code).not.toBe(10092)
      }),
      { numRuns: 60 },
    )
  },
)
