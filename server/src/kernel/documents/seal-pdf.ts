import { hash } from 'node:crypto'
import { SignPdf, Signer } from '@signpdf/signpdf'
import { DEFAULT_BYTE_RANGE_PLACEHOLDER, SIG_FLAGS, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import type { DocumentKey } from './document-key.ts'

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
}
/** Room for a signature beside its certificates, in bytes; one of RSA with 4096 bits takes 900. */
const signatureBytes = 2048

// Their declarations lack the one and want an argument for the other.
type Ended = { end(): void }
type Rooted = { _root: { data: { AcroForm: { data: { SigFlags?: number; Fields: unknown[]; DR: unknown } } } } }

/** Leaves room in a document for the signature that `sealPdf` writes; nothing of it is seen on a page. */
export function reserveSignature(
  doc: PDFKit.PDFDocument,
  { subject, certificate, chain }: DocumentKey,
  at: number,
): void {
  const certificates = [certificate, ...chain].reduce((bytes, one) => bytes + one.toSchema().toBER().byteLength, 0)
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
    ByteRange: [0, ...Array.from({ length: 3 }, () => DEFAULT_BYTE_RANGE_PLACEHOLDER)],
    Contents: Buffer.alloc(signatureBytes + certificates),
    M: new Date(at),
    Name: text(subject),
  })
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    // Hidden on the page and locked.
    F: 132,
    V: signature,
    T: text('Signature1'),
    P: doc.page.dictionary,
  })
  ;(doc.page.annotations as unknown[]).push(field)
  for (const reference of [signature, field] as unknown[]) (reference as Ended).end()
  doc.initForm()
  const form = (doc as unknown as Rooted)._root.data.AcroForm
  const { SIGNATURES_EXIST, APPEND_ONLY } = SIG_FLAGS
  form.data = { SigFlags: SIGNATURES_EXIST | APPEND_ONLY, Fields: [field], DR: form.data.DR }
}

// The library writes an object of String as a text, and a plain string as a name.
const text = (value: string): object => Object(value) as object

class CadesSigner extends Signer {
  readonly #by: DocumentKey
  constructor(by: DocumentKey) {
    super()
    this.#by = by
  }
  override sign(content: Buffer): Promise<Buffer> {
    return detachedSignature(content, this.#by)
  }
}

/** The document with a PAdES signature (ETSI.CAdES.detached, level B-B) over all its other bytes. */
export const sealPdf = (pdf: Buffer, by: DocumentKey): Promise<Buffer> => new SignPdf().sign(pdf, new CadesSigner(by))

/** A CMS signature of `content` apart from it, in DER, that names its own certificate as PAdES demands. */
async function detachedSignature(content: Buffer, { key, certificate, chain }: DocumentKey): Promise<Buffer> {
  const { issuer, serialNumber } = certificate
  const attribute = (type: string, value: unknown) => new pkijs.Attribute({ type, values: [value] })
  const octets = (hex: string) => new asn1js.OctetString({ valueHex: Uint8Array.from(Buffer.from(hex, 'hex')).buffer })
  const certHash = octets(hash('sha256', Buffer.from(certificate.toSchema().toBER()), 'hex'))
  const sequence = (value: object) => new asn1js.Sequence({ value: [value as asn1js.Sequence] })
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer, serialNumber }),
    signedAttrs: new pkijs.SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: oid.data })),
        attribute(oid.messageDigest, octets(hash('sha256', content, 'hex'))),
        attribute(oid.signingCertificateV2, sequence(sequence(sequence(certHash)))),
      ],
    }),
  })
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [signer],
    certificates: [certificate, ...chain],
  })
  await signed.sign(key, 0, 'SHA-256')
  const info = new pkijs.ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}
