import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { keyIdOf, type Hex, type Signer } from '@evenhand/proofs/crypto.ts'
import { SetupError } from '../config/config.ts'

/** A public signing key as it is published; `publicKey` is 32 bytes in hexadecimal. */
export type PublicKey = { readonly id: string; readonly algorithm: 'Ed25519'; readonly publicKey: Hex }

/** The installation's signing key. The private half never leaves this file. */
export type Signing = Signer & {
  /** The name of this installation in receipts and heads; follows from the key, so that no other can carry it. */
  readonly origin: string
  readonly publicKey: Hex
  /** Where the public half lies as a file, for programs that check receipts on this machine. */
  readonly publicKeyFile: string
  publicKeys(): readonly PublicKey[]
}

/**
 * Opens the Ed25519 key in `dir`, or makes it there at first start: `signing.pem` for this process alone (mode 600, the
 * folder 700) and `public.pem` beside it for everyone. The folder lies apart from the database's data, so that a backup
 * of the one is not a copy of the other. Throws a SetupError when the key file is damaged or lost.
 */
export function openSigning(dir: string): Signing {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const privateFile = join(dir, 'signing.pem')
  const publicKeyFile = join(dir, 'public.pem')
  if (!existsSync(privateFile)) makeKey({ privateFile, publicKeyFile })
  const key = readKey(privateFile)
  if ((statSync(privateFile).mode & 0o077) !== 0) chmodSync(privateFile, 0o600)
  const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  if (!existsSync(publicKeyFile) || readFileSync(publicKeyFile, 'utf8') !== publicPem)
    place(publicKeyFile, publicPem, 0o644)
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  const keyId = keyIdOf(publicKey, nodeCrypto)
  return {
    keyId,
    origin: `evenhand/${keyId}`,
    publicKey,
    publicKeyFile,
    sign: (message) => sign(null, Buffer.from(message), key).toString('hex'),
    publicKeys: () => [{ id: keyId, algorithm: 'Ed25519', publicKey }],
  }
}

function makeKey(files: { privateFile: string; publicKeyFile: string }): void {
  if (existsSync(files.publicKeyFile)) {
    throw new SetupError(
      `${files.publicKeyFile} is there but signing.pem beside it is gone, and receipts were signed with it: restore it from its backup and start again.`,
    )
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  place(files.privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600)
}

// A file is written aside and renamed, so that a start that was cut short leaves no half key.
function place(file: string, text: string, mode: number): void {
  const aside = `${file}.${process.pid}.new`
  writeFileSync(aside, text, { mode, flush: true })
  renameSync(aside, file)
}

function readKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new SetupError(`${file} cannot be read as a signing key: restore it from its backup and start again.`, {
      cause,
    })
  }
  throw new SetupError(`${file} is not an Ed25519 key: restore it from its backup and start again.`)
}
