import { createPrivateKey, createPublicKey, hash, hkdfSync, sign, type KeyObject } from 'node:crypto'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'

// A software authenticator, so that one person can try what takes two. It stands in a sandbox alone, its keys are marked as
// software wherever they are shown, and a live installation refuses a database that holds them.

/** PKCS#8 of an Ed25519 private key before its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
/** COSE key (RFC 9053): map of four {kty: OKP, alg: EdDSA, crv: Ed25519, x}. */
const coseHead = Buffer.from('a4010103272006215820', 'hex')
const sha256 = (bytes: string | Buffer): Buffer => hash('sha256', bytes, 'buffer')

/** User present and user verified; nothing attested. */
const flags = 0x05

/**
 * An authenticator whose keys are derived from `secret` (HKDF-SHA-256, RFC 5869): one Ed25519 passkey a name, the same
 * after every start.
 */
export function createSandboxAuthenticator(secret: Uint8Array) {
  const keyOf = (name: string): KeyObject => {
    const seed = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `evenhand software passkey ${name}`, 32))
    return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  }
  const publicOf = (name: string): Buffer => {
    const { x = '' } = createPublicKey(keyOf(name)).export({ format: 'jwk' })
    return Buffer.concat([coseHead, Buffer.from(x, 'base64url')])
  }
  const idOf = (name: string): Buffer => sha256(publicOf(name)).subarray(0, 20)
  return {
    /** The passkey of an operator of the sandbox. */
    passkey: (name: string) => ({ credentialId: idOf(name), publicKey: publicOf(name) }),
    /** Signs a challenge (base64url) for a page, as `navigator.credentials.get` would. */
    sign(name: string, { challenge, origin }: { challenge: string; origin: string }): Assertion {
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
      const data = Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags, 0, 0, 0, 0])])
      return {
        credentialId: idOf(name).toString('base64url'),
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: sign(null, Buffer.concat([data, sha256(client)]), keyOf(name)).toString('base64url'),
      }
    },
  }
}

export type SandboxAuthenticator = ReturnType<typeof createSandboxAuthenticator>
