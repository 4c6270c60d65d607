import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { nobleCrypto } from '@evenhand/proofs/crypto-noble.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SetupError } from '../config/config.ts'
import { openSigning } from './signing.ts'

let dir: string
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'evenhand-keys-')), 'keys')
})
afterEach(() => rmSync(join(dir, '..'), { recursive: true }))

const modeOf = (name: string): number => statSync(join(dir, name)).mode & 0o777

test('a first start makes the key, a later one finds it', () => {
  const first = openSigning(dir)
  const again = openSigning(dir)
  expect(again.publicKey).toBe(first.publicKey)
  expect(again.keyId).toBe(nodeCrypto.sha256(Buffer.from(first.publicKey, 'hex')).slice(0, 16))
  expect(again.origin).toBe(`evenhand/${first.keyId}`)
  expect(again.publicKeys()).toEqual([{ id: first.keyId, algorithm: 'Ed25519', publicKey: first.publicKey }])
})

test('the private half is for this user alone, also after its permissions were widened', () => {
  openSigning(dir)
  expect([statSync(dir).mode & 0o777, modeOf('signing.pem'), modeOf('public.pem')]).toEqual([0o700, 0o600, 0o644])
  chmodSync(join(dir, 'signing.pem'), 0o644)
  openSigning(dir)
  expect(modeOf('signing.pem')).toBe(0o600)
})

test('what it signs is right under the public half in its file', () => {
  const signing = openSigning(dir)
  const signature = signing.sign('期权 l2;')
  const keys = readPublicKeys(readFileSync(signing.publicKeyFile, 'utf8'), nodeCrypto)
  expect([...(keys?.byId ?? [])]).toEqual([[signing.keyId, signing.publicKey]])
  for (const crypto of [nodeCrypto, nobleCrypto]) {
    expect(crypto.verify({ publicKey: signing.publicKey, message: '期权 l2;', signature })).toBe(true)
  }
})

test('a public half that is gone or wrong is written again', () => {
  const { publicKeyFile } = openSigning(dir)
  const right = readFileSync(publicKeyFile, 'utf8')
  writeFileSync(publicKeyFile, 'something else')
  openSigning(dir)
  expect(readFileSync(publicKeyFile, 'utf8')).toBe(right)
  rmSync(publicKeyFile)
  openSigning(dir)
  expect(readFileSync(publicKeyFile, 'utf8')).toBe(right)
})

test.each([
  ['cut short', (pem: string) => pem.slice(0, 60)],
  ['empty', () => ''],
  [
    'of another kind',
    () =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
])('a key file that is %s is refused with one sentence', (_name, change) => {
  openSigning(dir)
  const file = join(dir, 'signing.pem')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  expect(() => openSigning(dir)).toThrow(SetupError)
  expect(() => openSigning(dir)).toThrow(/signing\.pem .* restore it from its backup and start again\.$/)
})

test('a former key is published behind the present one and keeps the name of the installation', () => {
  const first = openSigning(dir)
  renameSync(join(dir, 'public.pem'), join(dir, 'former-1.pem'))
  rmSync(join(dir, 'signing.pem'))
  const second = openSigning(dir)
  expect(second.keyId).not.toBe(first.keyId)
  expect(second.publicKeys().map(({ publicKey }) => publicKey)).toEqual([second.publicKey, first.publicKey])
  expect(second.publicKeyOf(first.keyId)).toBe(first.publicKey)
  expect(second.publicKeyOf('0000000000000000')).toBeUndefined()
  expect(second.origin).toBe(first.origin)
  writeFileSync(join(dir, 'former-2.pem'), 'cut short')
  expect(() => openSigning(dir)).toThrow(/former-2\.pem cannot be read as a public key/)
})

test('a lost private half is not replaced by another key in silence', () => {
  openSigning(dir)
  rmSync(join(dir, 'signing.pem'))
  expect(() => openSigning(dir)).toThrow(/signing\.pem beside it is gone/)
})
