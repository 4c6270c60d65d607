import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checkPdfSignature } from '../../../test/fixtures/pdf-signature.ts'
import { documentKeyOf, type DocumentKey } from './document-key.ts'
import { composePdf } from './document.ts'

const dir = mkdtempSync(join(tmpdir(), 'documents-'))
afterAll(() => rmSync(dir, { recursive: true }))
const ownFile = join(dir, 'keys', 'documents.pem')
const own = { p12: undefined, ownFile, subject: 'evenhand/1234' }
const p12 = (over: object) =>
  documentKeyOf({
    ...own,
    p12: {
      file: fileURLToPath(new URL('../../../test/fixtures/broker.p12', import.meta.url)),
      passphrase: 'broker-passphrase',
      ...over,
    },
  })
const blocks = [{ kind: 'title', text: 'عقد' } as const, { kind: 'text', text: '1000.000000 USDT' } as const]
const compose = (seal: DocumentKey): Promise<Buffer> =>
  composePdf({ lang: 'ar', title: 'عقد', at: 1_764_000_000_000, blocks, foot: () => '', seal })

test('an installation makes its certificate once, and a document signed with it is the same bytes each time', async () => {
  const opened = await Promise.all(Array.from({ length: 4 }, () => documentKeyOf(own)()))
  if (process.platform !== 'win32') expect(statSync(ownFile).mode & 0o077).toBe(0)
  const documents = await Promise.all(opened.map(compose))
  for (const one of documents) expect(one.equals(documents[0] as Buffer)).toBe(true)
  const { certificate, subFilter } = checkPdfSignature(documents[0] as Buffer)
  expect([certificate.subject, certificate.issuer, subFilter]).toEqual([
    'CN=evenhand/1234',
    'CN=evenhand/1234',
    'ETSI.CAdES.detached',
  ])
  expect(certificate.verify(certificate.publicKey)).toBe(true)
})

test('no byte of a signed document can be changed, added or cut off', async () => {
  const pdf = await compose(await documentKeyOf(own)())
  const [, before = 0, after = 0] = /ByteRange \[0 (\d+) (\d+)/.exec(pdf.toString('latin1'))?.map(Number) ?? []
  const places = [9, before - 2, after + 1, pdf.length - 2, ...Array.from({ length: 20 }, (_, n) => after + n * 97)]
  for (const place of places) {
    const changed = Buffer.from(pdf)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(() => checkPdfSignature(changed), String(place)).toThrow()
  }
  expect(() => checkPdfSignature(Buffer.concat([pdf, Buffer.from('\n')]))).toThrow('not signed')
  expect(() => checkPdfSignature(pdf.subarray(0, -1))).toThrow('not signed')
})

test('a certificate that another authority issued is read from its file, and one that cannot be read is refused', async () => {
  const { certificate } = checkPdfSignature(await compose(await p12({})()))
  expect(certificate.subject).toContain('CN=Broker signing')
  await expect(p12({ passphrase: 'another' })()).rejects.toThrow('DOCUMENT_P12_PASSPHRASE')
  await expect(p12({ file: join(dir, 'none.p12') })()).rejects.toThrow('DOCUMENT_P12_FILE')
  writeFileSync(join(dir, 'broken.pem'), 'broken')
  await expect(documentKeyOf({ ...own, ownFile: join(dir, 'broken.pem') })()).rejects.toThrow('damaged')
})
