import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newWrappingKey, openWrappingKeys } from './wrapping-keys.ts'

const dir = mkdtempSync(join(tmpdir(), 'evenhand-wrapping-'))
afterAll(() => rmSync(dir, { recursive: true }))
const fileWith = (text: string): string => {
  const file = join(dir, `${randomBytes(4).toString('hex')}.key`)
  writeFileSync(file, text)
  return file
}

test('a key that a sandbox made, none, or half of one does not start a live installation', () => {
  const made = join(dir, 'made.key')
  const { currentId } = openWrappingKeys(made, { live: false })
  expect(openWrappingKeys(made, { live: false }).currentId).toBe(currentId)
  expect(() => openWrappingKeys(made, { live: true })).toThrow('a sandbox made')
  expect(() => openWrappingKeys(join(dir, 'none.key'), { live: true })).toThrow('is not there')
  for (const [text, message] of [
    [randomBytes(16).toString('hex'), 'damaged'],
    [`${newWrappingKey()} ${newWrappingKey()}`, 'damaged'],
    ['# nothing but a remark', 'no key'],
    ['', 'no key'],
  ] as const)
    expect(() => openWrappingKeys(fileWith(text), { live: false })).toThrow(message)
})

test('what is sealed opens for what it was sealed for, with the key it was sealed with, and as it was', () => {
  const [old, next] = [newWrappingKey(), newWrappingKey()]
  const before = openWrappingKeys(fileWith(old), { live: true })
  const plain = Buffer.from('seven quiet herons')
  const { sealed, ...key } = before.seal(plain, 'one')
  expect(before.open(sealed, key, 'one')).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(() => before.open(sealed, key, 'two')).toThrow()
  const flipped = Buffer.from(sealed)
  flipped[14] = (flipped[14] ?? 0) ^ 1
  expect(() => before.open(flipped, key, 'one')).toThrow()
  const after = openWrappingKeys(fileWith(`# new first\n${next}\n${old}\n`), { live: true })
  expect(after.open(sealed, key, 'one')).toEqual(plain)
  const rewrapped = after.rewrap(key, 'one')
  const alone = openWrappingKeys(fileWith(next), { live: true })
  expect(alone.open(sealed, rewrapped, 'one')).toEqual(plain)
  expect(() => alone.open(sealed, key, 'one')).toThrow(before.currentId)
})
