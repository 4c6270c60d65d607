import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfHex, hexOfBytes, isHex, type Crypto } from './crypto.ts'

const utf8 = new TextEncoder()

/** SHA-256 and Ed25519 in plain JavaScript, for browsers; strict as RFC 8032, so that it agrees with OpenSSL. */
export const nobleCrypto: Crypto = {
  sha256: (input) => hexOfBytes(sha256(typeof input === 'string' ? utf8.encode(input) : input)),
  verify({ publicKey, message, signature }) {
    if (!isHex(publicKey, 32) || !isHex(signature, 64)) return false
    try {
      return ed25519.verify(bytesOfHex(signature), utf8.encode(message), bytesOfHex(publicKey), { zip215: false })
    } catch {
      return false
    }
  },
}
