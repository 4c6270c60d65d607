import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

// From both ends of the list and its middle.
const common = [
  'qwertyuiop',
  '1234567890',
  'password123',
  'Password123',
  'PASSWORD123',
  '1q2w3e4r5t',
  'basketball',
  'welkom112233',
  'usuckballz1',
  'qwerty123456',
  'iloveyou12',
  'football123',
]

test.each(common)('%s is common, in capitals and small letters alike', (password) => {
  expect(isCommonPassword(password)).toBe(true)
  expect(isCommonPassword(password.toUpperCase())).toBe(true)
})

test('a password of one’s own is not', () => {
  for (const password of [
    'amy-tries-things',
    'ben-tries-things',
    'correct horse battery staple',
    '密碼要自己想一個長的',
    'Zq8!fw-0pQx',
  ])
    expect(isCommonPassword(password)).toBe(false)
})

test('hardly any random password is taken for a common one, and the filter stays small', () => {
  const wrong = Array.from({ length: 50_000 }, () => randomBytes(9).toString('base64url')).filter(isCommonPassword)
  expect(wrong.length).toBeLessThan(25)
  expect(statSync(new URL('./common-passwords.bin', import.meta.url)).size).toBeLessThan(300_000)
})
