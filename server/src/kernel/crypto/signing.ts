import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { keyIdOf, type Hex, type Signer } from '@evenhand/proofs/crypto.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import { SetupError } from '../config/config.ts'

/** A public signing key as it is published; `publicKey` is 32 bytes in hexadecimal. */
export type PublicKey = { readonly id: string; readonly algorithm: 'Ed25519'; readonly publicKey: Hex }

/** The installation's signing key. The private half never leaves this file. */
export type Signing = Signer & {
  /** The name of this installation in receipts and heads; follows from its first key, so that no other can carry it. */
  readonly origin: string
  readonly publicKey: Hex
  /** Where the public half lies as a file, for programs that check receipts on this machine. */
  readonly publicKeyFile: string
  /** The key that signs, and after it those that signed before, the newest first. */
  publicKeys(): readonly PublicKey[]
  /** The key of this installation with an id, be it the present one or a former one; undefined where it never had it. */
  publicKeyOf(keyId: string): Hex | undefined
}

/**
 * Opens the Ed25519 key in `dir`, or makes it there at first start: `signing.pem` for this process alone (mode 600, the
 * folder 700) and `public.pem` beside it for everyone. The folder lies apart from the database's data, so that a backup
 * of the one is not a copy of the other. `former-1.pem`, `former-2.pem` … there are the public halves of keys that signed
 * before, the first one first. Throws a SetupError when a key file is damaged, or the private one lost.
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
  const present = published(publicKey)
  const former = formerKeys(dir)
  const keys = [present, ...former.toReversed()]
  return {
    keyId: present.id,
    origin: `evenhand/${(former[0] ?? present).id}`,
    publicKey,
    publicKeyFile,
    sign: (message) => sign(null, Buffer.from(message), key).toString('hex'),
    publicKeys: () => keys,
    publicKeyOf: (keyId) => keys.find(({ id }) => id === keyId)?.publicKey,
  }
}

const published = (publicKey: Hex): PublicKey => ({
  id: keyIdOf(publicKey, nodeCrypto),
  algorithm: 'Ed25519',
  publicKey,
})

/** The public halves that were set aside when the key was changed, the oldest first. */
function formerKeys(dir: string): PublicKey[] {
  const numbers = readdirSync(dir).map((name) => Number(/^former-(\d+)\.pem$/.exec(name)?.[1] ?? Number.NaN))
  return numbers
    .filter((number) => !Number.isNaN(number))
    .toSorted((a, b) => a - b)
    .map((number) => {
      const file = join(dir, `former-${number}.pem`)
      const [publicKey] = readPublicKeys(readFileSync(file, 'utf8'), nodeCrypto)?.byId.values() ?? []
      if (publicKey !== undefined) return published(publicKey)
      throw new SetupError(`${file} cannot be read as a public key: restore it from its backup and start again.`)
    })
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
