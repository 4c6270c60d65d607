import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a hash is argon2id with at least 19 MiB, two passes and its own salt', async () => {
  const passwords = createPasswords()
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
})

test('a password is taken unchanged: spaces, case and Unicode all count', async () => {
  const passwords = createPasswords()
  const password = ' Пароль 密码 café🔑 '
  const hash = await passwords.hash(password)
  expect(await passwords.verify(password, hash)).toBe(true)
  for (const other of [password.trim(), password.toLowerCase(), password.normalize('NFD'), `${password} `]) {
    expect(await passwords.verify(other, hash)).toBe(false)
  }
})

test('without a hash the response is no', async () => {
  expect(await createPasswords().verify('anything at all', undefined)).toBe(false)
})

test('beyond the bound it refuses at once and serves the rest in order', async () => {
  const passwords = createPasswords({ running: 1, waiting: 2 })
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.verify('x', undefined)))
  expect(tries.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(tries[4]).toMatchObject({ reason: { key: 'tooMany', params: { retryAfterS: 1 } } })
  expect(await passwords.verify('x', undefined)).toBe(false)
})
