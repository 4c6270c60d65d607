import { createCipheriv, createECDH, createHmac, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** The keys of a browser's subscription: its public key (P-256, 65 bytes) and 16 secret bytes it shares with us. */
export type PushKeys = { p256dh: Buffer; auth: Buffer }
/** What is drawn anew for every message; a test passes that of the RFC. */
type Drawn = { own: ECDH; salt: Buffer }

/** One record holds the whole message; push services take 4096 bytes of it at most. */
const recordSize = 4096
/** The longest plain text: a record less its padding mark, its tag and the header before it. */
export const longestPush = recordSize - 1 - 16 - 86

const drawn = (): Drawn => {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return { own, salt: randomBytes(16) }
}

/**
 * Encrypts a message to one browser by RFC 8291 (content coding aes128gcm of RFC 8188): the push service sees its length
 * alone. Throws where the browser's key is no point of the curve, or the message is too long.
 */
export function encryptPush(message: Uint8Array, { p256dh, auth }: PushKeys, { own, salt }: Drawn = drawn()): Buffer {
  if (message.length > longestPush) throw new Error('a message is too long to be pushed')
  const ownPublic = own.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic])
  const shared = createHmac('sha256', createHmac('sha256', auth).update(own.computeSecret(p256dh)).digest())
    .update(info)
    .update(Buffer.from([1]))
    .digest()
  const derive = (label: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${label}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header[20] = ownPublic.length
  // The last record, here the only one, ends with a 2.
  const sealed = [cipher.update(message), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([header, ownPublic, ...sealed])
}

/** Whether bytes are a public key that a message can be encrypted to. */
export function isPushKey(p256dh: Buffer): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4) return false
  try {
    drawn().own.computeSecret(p256dh)
    return true
  } catch {
    return false
  }
}
