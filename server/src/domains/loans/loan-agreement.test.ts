import { loanProducts, type LoanProduct } from '@evenhand/proofs/loans/terms.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import { agreementOfHash, hashOfText, loanAgreement, piecesOf, templateVersion } from './loan-agreement.ts'

const product = loanProducts.find(({ days }) => days === 30) as LoanProduct
const wanted = { product, amount: 1_000_000_000n }
const borrower = 'amy'

// A changed text is another version: whoever edits one raises templateVersion and writes this hash anew.
test('the texts of a version never change', () => {
  const texts = languages.map(({ value }) => loanAgreement(wanted, { borrower, lang: value }).text)
  expect([templateVersion, hashOfText(texts.join('\n'))]).toEqual([
    1,
    '550765a638c4357c61ad07e08d5495dd99df966fc79e671e60ff1fad94d7514d',
  ])
})

test('an agreement says every term in each language, and its hash is of its whole text', () => {
  for (const { value: lang } of languages) {
    const { text, title, sections, agreementHash } = loanAgreement(wanted, { borrower, lang })
    for (const said of ['1000.000000', '1006.900000', '6.900000', '8.73', '0.03', '14', borrower, '30', '180'])
      expect(text, `${lang} ${said}`).toContain(said)
    expect(text).not.toMatch(/[{}]/)
    expect(agreementHash).toBe(hashOfText(text))
    expect(hashOfText(text.replace('1', '2'))).not.toBe(agreementHash)
    expect(piecesOf(text)).toEqual({ title, sections })
    expect(agreementOfHash(wanted, borrower, agreementHash)?.lang).toBe(lang)
  }
  const { agreementHash } = loanAgreement(wanted, { borrower, lang: 'en' })
  expect(agreementOfHash({ product, amount: 999_000_000n }, borrower, agreementHash)).toBeUndefined()
  expect(agreementOfHash(wanted, 'ben', agreementHash)).toBeUndefined()
})
