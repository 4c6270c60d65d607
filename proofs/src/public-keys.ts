import { hexOfBytes, isHex, keyIdOf, type Crypto, type Hex } from './crypto.ts'

/** The keys a verifier was given, by id. Without a key from elsewhere a document proves nothing about who signed it. */
export type PublicKeys = { readonly byId: ReadonlyMap<string, Hex>; readonly crypto: Crypto }

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
// SubjectPublicKeyInfo of Ed25519 is these twelve bytes and the key (RFC 8410 §4).
const spkiHead = '302a300506032b6570032100'

function hexOfBase64(text: string): Hex {
  let bits = 0
  let held = 0
  const bytes: number[] = []
  for (const sign of text.replace(/[\s=]/g, '')) {
    const value = base64.indexOf(sign)
    if (value < 0) return ''
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) bytes.push((held >> (bits -= 8)) & 0xff)
  }
  return hexOfBytes(Uint8Array.from(bytes))
}

const ofPem = (text: string): Hex[] =>
  [...text.matchAll(/-----BEGIN PUBLIC KEY-----([\s\S]*?)-----END PUBLIC KEY-----/g)]
    .map((found) => hexOfBase64(found[1] ?? ''))
    .filter((der) => der.startsWith(spkiHead))
    .map((der) => der.slice(spkiHead.length))

/** Every text called `publicKey`, wherever it stands: the response of public/keys with or without its envelope. */
function ofJson(value: unknown): Hex[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) =>
    name === 'publicKey' && typeof item === 'string' ? [item] : ofJson(item),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads public keys from the text of a file: PEM as the server writes it, the JSON of public/keys, or the 64 hexadecimal
 * digits alone. Returns undefined when there is no key in it.
 */
export function readPublicKeys(text: string, crypto: Crypto): PublicKeys | undefined {
  const trimmed = text.trim()
  const found = isHex(trimmed, 32) ? [trimmed] : trimmed.startsWith('-----') ? ofPem(trimmed) : ofJson(parsed(trimmed))
  const keys = found.filter((key) => isHex(key, 32))
  return keys.length === 0 ? undefined : { byId: new Map(keys.map((key) => [keyIdOf(key, crypto), key])), crypto }
}
