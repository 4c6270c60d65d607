import { PDFArray, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { armedPdf, pdfOf } from '../../../../test/fixtures/pdf.ts'
import { png } from '../../../../test/fixtures/images.ts'
import { cleanPdf, isPdf } from './clean-pdf.ts'

const clean = (bytes: Buffer) => cleanPdf({ bytes })

test('a document keeps how its pages look, and nothing that runs, links or carries something', async () => {
  const built = await clean(armedPdf('Receipt 4711'))
  const text = built?.toString('latin1') ?? ''
  for (const gone of [
    'JavaScript',
    'app.alert',
    'OpenAction',
    '/AA',
    '/URI',
    'evil.example',
    'EmbeddedFile',
    'MZ a program',
    '/EF',
  ])
    expect(text).not.toContain(gone)
  expect(text).toContain('(Receipt 4711) Tj')
  // A form that was filled in shows what it was filled in with.
  expect(text).toContain('(filled in) Tj')
  const read = await PDFDocument.load(built ?? Buffer.alloc(0))
  expect(read.getPage(0).getSize()).toEqual({ width: 400, height: 200 })
  expect(read.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray).size()).toBe(1)
})

test('what is no readable document is refused', async () => {
  expect(isPdf(await png())).toBe(false)
  expect(isPdf(Buffer.from('%PD'))).toBe(false)
  const whole = armedPdf('x')
  expect(await clean(Buffer.from('%PDF-1.7 and nothing more'))).toBeUndefined()
  expect(
    await clean(pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'])),
  ).toBeUndefined()
  // Encrypted, according to its trailer.
  const locked = whole
    .toString('latin1')
    .replace('/Root 1 0 R', '/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>')
  expect(await clean(Buffer.from(locked, 'latin1'))).toBeUndefined()
  // Dictionaries within one another without end.
  const deep = '<< /X '.repeat(20_000) + '1' + ' >>'.repeat(20_000)
  expect(
    await clean(
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources ${deep} >>`,
      ]),
    ),
  ).toBeUndefined()
})
