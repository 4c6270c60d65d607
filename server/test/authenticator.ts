import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type {
  PasskeyCredential,
  PasskeyChallenge,
  PasskeyCreation,
  PasskeyMade,
} from '@evenhand/protocol/passkey-shapes.ts'

/** How a call differs from what an honest browser and device would do. */
export type Lie = {
  origin?: string
  rpId?: string
  verified?: boolean
  counter?: number
  challenge?: string
  certificate?: boolean
  /** Another passkey's id, as a copied authenticator would have. */
  id?: string
}

type Credential = { id: Buffer; key: KeyObject; userHandle: string; counter: number }
export type Authenticator = ReturnType<typeof authenticator>

/** CBOR (RFC 8949) of the few kinds that WebAuthn needs: whole numbers, byte strings, texts and maps. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, inner]) => [cbor(key as number), cbor(inner as number)])
  return Buffer.concat([head(5, value.size), ...parts])
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** A device with passkeys of P-256 keys, and the browser it is in. `origin` is the page the browser shows. */
export function authenticator(origin = 'http://localhost:80') {
  const page = new URL(origin)
  const credentials: Credential[] = []
  const dataOf = (rpId: string, params: { verified: boolean; counter: number; attested?: Buffer }): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(params.counter)
    const flags = 1 | (params.verified ? 4 : 0) | (params.attested === undefined ? 0 : 64)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, params.attested ?? Buffer.alloc(0)])
  }
  return {
    /** Makes a passkey as `navigator.credentials.create` does. */
    make({ challenge, user }: PasskeyCreation, lie: Lie = {}): PasskeyMade {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = lie.id === undefined ? randomBytes(20) : Buffer.from(lie.id, 'base64url')
      const cose = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)])
      const counter = lie.counter ?? 0
      const authData = dataOf(lie.rpId ?? page.hostname, { verified: lie.verified ?? true, counter, attested })
      const attestation = new Map<string, unknown>([
        ['fmt', lie.certificate === true ? 'packed' : 'none'],
        ['attStmt', new Map(lie.certificate === true ? [['x5c', randomBytes(20)]] : [])],
        ['authData', authData],
      ])
      credentials.push({ id, key: privateKey, userHandle: user.id, counter })
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', lie.challenge ?? challenge, lie.origin ?? page.origin).toString(
            'base64url',
          ),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** Signs a challenge with the last passkey that is allowed, as `navigator.credentials.get` does. */
    assert({ challenge, allowCredentials }: PasskeyChallenge, lie: Lie = {}): PasskeyCredential {
      const allowed = new Set(allowCredentials.map(({ id }) => id))
      const found = credentials.findLast(({ id }) => allowed.size === 0 || allowed.has(id.toString('base64url')))
      if (found === undefined) throw new Error('this device has no passkey that is allowed')
      found.counter = lie.counter ?? (found.counter === 0 ? 0 : found.counter + 1)
      const data = dataOf(lie.rpId ?? page.hostname, { verified: lie.verified ?? true, counter: found.counter })
      const client = clientData('webauthn.get', lie.challenge ?? challenge, lie.origin ?? page.origin)
      const id = found.id.toString('base64url')
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), found.key).toString('base64url'),
          userHandle: found.userHandle,
        },
      }
    },
  }
}
