import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { SetupError } from '../config/config.ts'

/** What documents are signed with: an RSA key, its certificate, and the certificates that lead to its issuer. */
export type DocumentKey = {
  readonly key: webcrypto.CryptoKey
  readonly certificate: pkijs.Certificate
  readonly chain: readonly pkijs.Certificate[]
  /** Whom the certificate names. */
  readonly subject: string
  /** When it begins to be valid, epoch milliseconds. */
  readonly validFrom: number
}

/** A PKCS#12 file of a certificate that another authority issued. */
export type P12 = { readonly file: string; readonly passphrase: string }

/** Where the key of documents is, and whom a certificate of our own making names. */
export type DocumentKeySettings = { readonly p12: P12 | undefined; readonly ownFile: string; readonly subject: string }

// Signatures of RSA with PKCS#1 padding are the same bytes each time, so a document made twice is one document.
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const modulusLength = 3072
const commonName = '2.5.4.3'
/** Of a certificate of our own: wider than any clock of a sandbox is moved. */
const validity = [new Date('2020-01-01T00:00:00Z'), new Date('2049-12-31T23:59:59Z')] as const
const keyBagTypes = ['1.2.840.113549.1.12.10.1.1', '1.2.840.113549.1.12.10.1.2']
const certBagType = '1.2.840.113549.1.12.10.1.3'
/** digitalSignature and nonRepudiation. */
const keyUsage = 0xc0

/**
 * Opens the key of documents when it is first requested, once: the one of `p12`, or else one of our own making. A refusal
 * is requested again.
 */
export function documentKeyOf({ p12, ownFile, subject }: DocumentKeySettings): () => Promise<DocumentKey> {
  let opened: Promise<DocumentKey> | undefined
  return () => {
    opened ??= (p12 === undefined ? openOwnKey(ownFile, subject) : readP12(p12)).catch((cause: unknown) => {
      opened = undefined
      throw cause
    })
    return opened
  }
}

/** The key in a PKCS#12 file; a SetupError states what to do about one that cannot be read, or holds no RSA key with its certificate. */
export async function readP12({ file, passphrase }: P12): Promise<DocumentKey> {
  let found: Awaited<ReturnType<typeof bagsOf>>
  try {
    found = await bagsOf(readFileSync(file), Uint8Array.from(Buffer.from(passphrase)).buffer)
  } catch (cause) {
    throw new SetupError(
      `DOCUMENT_P12_FILE ${file} cannot be read (${(cause as Error).message}): check DOCUMENT_P12_PASSPHRASE, or write the file anew with openssl pkcs12 -export of OpenSSL 3.`,
      { cause },
    )
  }
  const key = found.key === undefined ? undefined : createPrivateKey({ key: found.key, format: 'der', type: 'pkcs8' })
  const own = found.certificates.find((one) => key !== undefined && nodeCertificate(one).checkPrivateKey(key))
  if (key?.asymmetricKeyType !== 'rsa' || own === undefined)
    throw new SetupError(`DOCUMENT_P12_FILE ${file} holds no RSA key with its certificate: use one that does.`)
  return keyOf(key.export({ type: 'pkcs8', format: 'der' }), [own, ...found.certificates.filter((one) => one !== own)])
}

/** The key in `file`, or one made there with a certificate that it signs itself and that names `subject`. */
export async function openOwnKey(file: string, subject: string): Promise<DocumentKey> {
  if (!existsSync(file)) await makeKey(file, subject)
  const pem = readFileSync(file, 'utf8')
  try {
    const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
    return await keyOf(der, [pkijs.Certificate.fromBER(new X509Certificate(pem).raw)])
  } catch (cause) {
    throw new SetupError(`${file} is damaged: restore it from its backup and start again.`, { cause })
  }
}

const nodeCertificate = (certificate: pkijs.Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(certificate.toSchema().toBER()))

async function keyOf(pkcs8: Buffer, [certificate, ...chain]: readonly pkijs.Certificate[]): Promise<DocumentKey> {
  if (certificate === undefined) throw new Error('a key without a certificate')
  const names = certificate.subject.typesAndValues
  const name = names.find(({ type }) => type === commonName) ?? names[0]
  return {
    key: await webcrypto.subtle.importKey('pkcs8', Uint8Array.from(pkcs8), algorithm, false, ['sign']),
    certificate,
    chain,
    subject: name?.value.valueBlock.value ?? '',
    validFrom: certificate.notBefore.value.getTime(),
  }
}

async function bagsOf(file: Buffer, password: ArrayBuffer) {
  const pfx = pkijs.PFX.fromBER(file)
  await pfx.parseInternalValues({ password, checkIntegrity: true })
  const safe = pfx.parsedValue?.authenticatedSafe
  if (safe === undefined) throw new Error('no content')
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) })
  const contents = (safe.parsedValue as { safeContents: { value: pkijs.SafeContents }[] }).safeContents
  const certificates: pkijs.Certificate[] = []
  let key: Buffer | undefined
  for (const { bagId, bagValue } of contents.flatMap(({ value }) => value.safeBags)) {
    if (bagId === certBagType) {
      const { parsedValue } = bagValue as pkijs.CertBag
      if (parsedValue instanceof pkijs.Certificate) certificates.push(parsedValue)
    } else if (keyBagTypes.includes(bagId)) {
      if (bagValue instanceof pkijs.PKCS8ShroudedKeyBag) await decryptKey(bagValue, password)
      const plain = bagValue instanceof pkijs.PKCS8ShroudedKeyBag ? bagValue.parsedValue : bagValue
      if (plain instanceof pkijs.PrivateKeyInfo) key = Buffer.from(plain.toSchema().toBER())
    }
  }
  return { certificates, key }
}

// The call is there, and only its declaration is not.
const decryptKey = (bag: pkijs.PKCS8ShroudedKeyBag, password: ArrayBuffer): Promise<void> =>
  (bag as unknown as { parseInternalValues(params: { password: ArrayBuffer }): Promise<void> }).parseInternalValues({
    password,
  })

async function makeKey(file: string, subject: string): Promise<void> {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(
    { ...algorithm, modulusLength, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const certificate = new pkijs.Certificate({ version: 2 })
  const serial = randomBytes(16)
  serial[0] = (serial.readUInt8(0) & 0x7f) | 0x40
  certificate.serialNumber = new asn1js.Integer({ valueHex: Uint8Array.from(serial).buffer })
  for (const name of [certificate.subject, certificate.issuer])
    name.typesAndValues = [
      new pkijs.AttributeTypeAndValue({ type: commonName, value: new asn1js.Utf8String({ value: subject }) }),
    ]
  certificate.notBefore.value = validity[0]
  certificate.notAfter.value = validity[1]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  const usage = new asn1js.BitString({ valueHex: new Uint8Array([keyUsage]).buffer, unusedBits: 6 })
  certificate.extensions = [
    new pkijs.Extension({ extnID: '2.5.29.15', critical: true, extnValue: usage.toBER() }),
    new pkijs.Extension({
      extnID: '2.5.29.19',
      extnValue: new pkijs.BasicConstraints({ cA: false }).toSchema().toBER(),
    }),
  ]
  await certificate.sign(privateKey, 'SHA-256')
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey))
  const pem = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const aside = `${file}.${process.pid}.new`
  writeFileSync(aside, `${pem.toString()}${nodeCertificate(certificate).toString()}`, { mode: 0o600, flush: true })
  // Several processes may come here at once; the first one's key is the installation's.
  try {
    linkSync(aside, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    rmSync(aside)
  }
}
