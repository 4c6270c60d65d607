import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeKey } from '../test/build-receipts.ts'
import { nodeCrypto } from './crypto-node.ts'
import { nobleCrypto } from './crypto-noble.ts'
import { bytesOfHex, hexOfBytes, keyIdOf } from './crypto.ts'
import { readPublicKeys } from './public-keys.ts'

const { signer, publicKey, pem } = makeKey()

test('both libraries give the same hash', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string({ unit: 'grapheme' }), (bytes, text) => {
      expect(nobleCrypto.sha256(bytes)).toBe(nodeCrypto.sha256(bytes))
      expect(nobleCrypto.sha256(text)).toBe(nodeCrypto.sha256(text))
      expect(bytesOfHex(hexOfBytes(bytes))).toEqual(Uint8Array.from(bytes))
    }),
  )
})

test('both libraries accept a signature, and refuse the same wrong ones', () => {
  const message = 'l1;t6:期权'
  const signature = signer.sign(message)
  const right = { publicKey, message, signature }
  const other = makeKey().publicKey
  // The order of the group, added to the second half: the same equation holds, and RFC 8032 §5.1.7 refuses it.
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const s = BigInt(`0x${hexOfBytes(bytesOfHex(signature.slice(64)).toReversed())}`) + order
  const malleable = signature.slice(0, 64) + hexOfBytes(bytesOfHex(s.toString(16).padStart(64, '0')).toReversed())
  const wrong = [
    { ...right, message: `${message} ` },
    { ...right, publicKey: other },
    { ...right, publicKey: 'ff'.repeat(32) },
    { ...right, publicKey: publicKey.slice(2) },
    { ...right, signature: signature.toUpperCase() },
    { ...right, signature: `${signature}00` },
    { ...right, signature: malleable },
    { ...right, signature: '' },
    { ...right, signature: '00'.repeat(64) },
    ...Array.from({ length: 16 }, (_, at) => {
      const bytes = bytesOfHex(signature)
      bytes[at * 4] = (bytes[at * 4] ?? 0) ^ 1
      return { ...right, signature: hexOfBytes(bytes) }
    }),
  ]
  for (const crypto of [nodeCrypto, nobleCrypto]) {
    expect(crypto.verify(right)).toBe(true)
    for (const each of wrong) expect(crypto.verify(each)).toBe(false)
  }
})

test('a key is read from its file, from the published list, and alone', () => {
  const id = keyIdOf(publicKey, nodeCrypto)
  const keys = [{ id, algorithm: 'Ed25519', publicKey }]
  for (const text of [
    pem,
    `${publicKey}\n`,
    JSON.stringify({ keys }),
    JSON.stringify({ code: 200, result: { keys } }),
  ]) {
    expect([...(readPublicKeys(text, nodeCrypto)?.byId ?? [])]).toEqual([[id, publicKey]])
  }
  for (const text of [
    '',
    '{}',
    'no key',
    '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    publicKey.slice(1),
  ]) {
    expect(readPublicKeys(text, nodeCrypto)).toBeUndefined()
  }
})
