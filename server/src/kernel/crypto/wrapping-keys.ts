import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupError, type Config } from '../config/config.ts'

/** A key as it is stored: encrypted under one of the installation's, which `keyId` names. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: Buffer }

/** The keys that wrap the keys of single files and rows. They never leave the file they are read from. */
export type WrappingKeys = {
  /** The name of the key that wraps now. */
  readonly currentId: string
  /** Encrypts bytes under a new key of their own, which is returned wrapped. `bound` names their owner and kind. */
  seal(plain: Uint8Array, bound: string): WrappedKey & { sealed: Buffer }
  /** Decrypts; throws where a byte is another than was written, or where they belong to something else. */
  open(sealed: Uint8Array, key: WrappedKey, bound: string): Buffer
  /** The same key, wrapped by the key that wraps now. */
  rewrap(key: WrappedKey, bound: string): WrappedKey
}

const madeMark = 'sandbox:'
const ivLength = 12
const tagLength = 16

/**
 * Reads the file of wrapping keys: a line of 64 hexadecimal digits each, the one that wraps first, older ones after it for
 * as long as something is wrapped by them; lines that begin with # are not read. A sandbox without the file makes one,
 * marked so that a live installation refuses it.
 */
export function openWrappingKeys(file: string, { live }: { live: boolean }): WrappingKeys {
  if (!existsSync(file)) {
    if (live) throw new SetupError(`FILES_KEY_FILE ${file} is not there: restore it from its backup, or make one.`)
    makeKey(file)
  }
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const written = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (live && written.some((line) => line.startsWith(madeMark)))
    throw new SetupError(
      `MODE=live refuses FILES_KEY_FILE ${file}, whose key a sandbox made: make one of your own with npm run files -- new-key.`,
    )
  const keys = new Map(written.map((line) => keyOf(line.replace(madeMark, ''), file)))
  const [current] = keys.entries()
  if (current === undefined) throw new SetupError(`${file} holds no key: restore it from its backup and start again.`)
  return wrappingBy(keys, { currentId: current[0], key: current[1] })
}

function keyOf(text: string, file: string): readonly [string, Buffer] {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new SetupError(`${file} is damaged: a key is 64 hexadecimal digits on a line. Restore it from its backup.`)
  const key = Buffer.from(text, 'hex')
  const id = createHash('sha256').update('evenhand-wrapping-key/1').update(key).digest('hex').slice(0, 16)
  return [id, key]
}

/** Where the wrapping keys are: FILES_KEY_FILE, or the file that a sandbox makes. */
export const wrappingKeyFile = ({ filesKeyFile, dataDir }: Pick<Config, 'filesKeyFile' | 'dataDir'>): string =>
  filesKeyFile ?? join(dataDir, 'keys', 'files.key')

/** A line for the file of wrapping keys. */
export const newWrappingKey = (): string => randomBytes(32).toString('hex')

function makeKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Written aside and renamed, so that a start that was cut short leaves no half key.
  const aside = `${file}.${process.pid}.new`
  writeFileSync(aside, `${madeMark}${newWrappingKey()}\n`, { mode: 0o600, flush: true })
  renameSync(aside, file)
}

function wrappingBy(keys: ReadonlyMap<string, Buffer>, now: { currentId: string; key: Buffer }): WrappingKeys {
  const unwrap = ({ keyId, wrapped }: WrappedKey, bound: string): Buffer => {
    const key = keys.get(keyId)
    if (key === undefined) throw new Error(`the wrapping key ${keyId} is not in FILES_KEY_FILE`)
    return decrypt(wrapped, key, `key|${keyId}|${bound}`)
  }
  const wrap = (own: Buffer, bound: string): WrappedKey => ({
    keyId: now.currentId,
    wrapped: encrypt(own, now.key, `key|${now.currentId}|${bound}`),
  })
  return {
    currentId: now.currentId,
    seal(plain, bound) {
      const own = randomBytes(32)
      return { ...wrap(own, bound), sealed: encrypt(plain, own, bound) }
    },
    open: (sealed, key, bound) => decrypt(sealed, unwrap(key, bound), bound),
    rewrap: (key, bound) => wrap(unwrap(key, bound), bound),
  }
}

/** AES-256-GCM: a random start, what is encrypted, the tag. */
function encrypt(plain: Uint8Array, key: Buffer, bound: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(box: Uint8Array, key: Buffer, bound: string): Buffer {
  const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()])
}
