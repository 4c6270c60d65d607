import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'
import { isHex, type Crypto, type Hex } from './crypto.ts'

// An Ed25519 public key in SubjectPublicKeyInfo form is these twelve bytes and the key (RFC 8410 §4).
const spkiHead = '302a300506032b6570032100'
const keys = new Map<Hex, KeyObject>()

function keyOf(publicKey: Hex): KeyObject {
  const known = keys.get(publicKey)
  if (known !== undefined) return known
  const key = createPublicKey({ key: Buffer.from(spkiHead + publicKey, 'hex'), format: 'der', type: 'spki' })
  if (keys.size < 100) keys.set(publicKey, key)
  return key
}

/** SHA-256 and Ed25519 of OpenSSL, through node:crypto. */
export const nodeCrypto: Crypto = {
  sha256: (input) => hash('sha256', input, 'hex'),
  verify({ publicKey, message, signature }) {
    if (!isHex(publicKey, 32) || !isHex(signature, 64)) return false
    try {
      return verify(null, Buffer.from(message), keyOf(publicKey), Buffer.from(signature, 'hex'))
    } catch {
      // OpenSSL throws for 32 bytes that are no point of the curve; such a key has signed nothing.
      return false
    }
  },
}
