/** A SHA-256 as 64 hexadecimal digits, or a key or signature likewise. The form in documents and in this package. */
export type Hex = string

/** What proofs need from a cryptographic library: node:crypto on the server and the command line, noble in a browser. */
export type Crypto = {
  /** SHA-256 of bytes, or of the UTF-8 bytes of a text. */
  sha256(input: string | Uint8Array): Hex
  /** True when `signature` (64 bytes) is the Ed25519 signature of the UTF-8 bytes of `message` under `publicKey` (32 bytes). */
  verify(signed: { publicKey: Hex; message: string; signature: Hex }): boolean
}

/** Ed25519 over the UTF-8 bytes of a text, by the key whose public half has the id `keyId`. */
export type Signer = { readonly keyId: string; sign(message: string): Hex }

/** Whether a text is lower-case hex of so many bytes. */
export const isHex = (text: string, bytes: number): boolean => text.length === bytes * 2 && /^[0-9a-f]*$/.test(text)

const digit = new Uint8Array(128)
for (let value = 0; value < 16; value += 1) digit[value.toString(16).charCodeAt(0)] = value

/** Writes lower-case hexadecimal digits as bytes into `target` from the position `at`. */
export function putHex(target: Uint8Array, at: number, hex: Hex): void {
  for (let from = 0, to = at; from < hex.length; from += 2, to += 1) {
    target[to] = ((digit[hex.charCodeAt(from)] ?? 0) << 4) | (digit[hex.charCodeAt(from + 1)] ?? 0)
  }
}

/** Bytes of lower-case hexadecimal digits. */
export function bytesOfHex(hex: Hex): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1)
  putHex(bytes, 0, hex)
  return bytes
}

/** Lower-case hexadecimal digits of bytes. */
export function hexOfBytes(bytes: Uint8Array): Hex {
  let hex = ''
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16)
  return hex
}

/** The id of a public key: the first 16 digits of the SHA-256 of its 32 bytes. */
export const keyIdOf = (publicKey: Hex, crypto: Pick<Crypto, 'sha256'>): string =>
  crypto.sha256(bytesOfHex(publicKey)).slice(0, 16)
