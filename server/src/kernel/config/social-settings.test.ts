import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const dir = mkdtempSync(join(tmpdir(), 'evenhand-social-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const keyFile = (name: string, curve: string): string => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
  writeFileSync(join(dir, name), privateKey.export({ format: 'pem', type: 'pkcs8' }))
  return join(dir, name)
}
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const apple = {
  APPLE_CLIENT_ID: 'example.trade',
  APPLE_TEAM_ID: 'TEAM',
  APPLE_KEY_ID: 'KEY',
  APPLE_KEY_FILE: keyFile('apple.p8', 'P-256'),
}

test('neither provider is known where nothing is set, and each by itself where all of its variables are', () => {
  expect(readConfig({}).social).toEqual({ google: undefined, apple: undefined })
  expect(readConfig(google).social).toMatchObject({
    google: { clientId: 'id', clientSecret: 'secret' },
    apple: undefined,
  })
  expect(readConfig(apple).social).toMatchObject({
    google: undefined,
    apple: { clientId: 'example.trade', teamId: 'TEAM' },
  })
})

test.each([
  ['half of Google', { GOOGLE_CLIENT_ID: 'id' }, /GOOGLE_CLIENT_SECRET is not set: set all or none/],
  ['Apple without its key', { ...apple, APPLE_KEY_FILE: '' }, /APPLE_KEY_FILE is not set/],
  [
    'a key file that is not there',
    { ...apple, APPLE_KEY_FILE: join(dir, 'none.p8') },
    /APPLE_KEY_FILE .*cannot be read/,
  ],
  ['a key of another curve', { ...apple, APPLE_KEY_FILE: keyFile('other.p8', 'P-384') }, /is not a P-256 key/],
])('%s is reported in one sentence, without what is secret', (_what, env, message) => {
  expect(() => readConfig(env)).toThrow(message)
  expect(() => readConfig(env)).not.toThrow(/BEGIN|PRIVATE/)
})
