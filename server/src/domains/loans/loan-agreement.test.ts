import { loanProducts, type LoanProduct } from '@evenhand/proofs/loans/terms.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import { agreementOfHash, hashOfText, loanAgreement, noClauses, piecesOf, templateVersion } from './loan-agreement.ts'

const product = loanProducts.find(({ days }) => days === 30) as LoanProduct
const wanted = { product, amount: 1_000_000_000n }
const borrower = 'amy'
const tick = { code: 'BTCUSDT', seq: 61_728, ts: 1_773_144_440_000, price: 6_250_000n, precision: 2 }
const collateral = { coin: 'BTC', amount: 3_200_000n, tick } as const

// A changed text is another version: an author who edits one raises templateVersion and writes this hash anew.
test('the texts of a version never change', () => {
  const ticked = [noClauses, { standingOrder: true, setOff: true }]
  const texts = languages.flatMap(({ value: lang }) => [
    ...ticked.map((clauses) => loanAgreement(wanted, { borrower, lang, clauses }).text),
    loanAgreement({ ...wanted, collateral }, { borrower, lang, clauses: noClauses }).text,
  ])
  expect([templateVersion, hashOfText(texts.join('\n'))]).toEqual([
    8,
    '91b8c53996564a9eec0ae4907c5a0ac61ea90fa059b60dc60ea9b0b6e814d796',
  ])
})

test('an agreement reports every term in each language, and its hash is of its whole text', () => {
  for (const { value: lang } of languages) {
    const { text, title, sections, agreementHash } = loanAgreement(wanted, { borrower, lang, clauses: noClauses })
    for (const figure of ['1000.000000', '1006.900000', '6.900000', '8.73', '0.03', '14', borrower, '30', '180'])
      expect(text, `${lang} ${figure}`).toContain(figure)
    expect(text).not.toMatch(/[{}]/)
    expect(agreementHash).toBe(hashOfText(text))
    expect(hashOfText(text.replace('1', '2'))).not.toBe(agreementHash)
    expect(piecesOf(text)).toEqual({ title, sections })
    expect(agreementOfHash(wanted, { borrower, clauses: noClauses, shown: agreementHash })?.lang).toBe(lang)
  }
  const { agreementHash } = loanAgreement(wanted, { borrower, lang: 'en', clauses: noClauses })
  expect(
    agreementOfHash({ product, amount: 999_000_000n }, { borrower, clauses: noClauses, shown: agreementHash }),
  ).toBeUndefined()
  expect(agreementOfHash(wanted, { borrower: 'ben', clauses: noClauses, shown: agreementHash })).toBeUndefined()
})

test('a clause stands in the text only where it was ticked, by its number, and each choice is another text', () => {
  for (const { value: lang } of languages) {
    const texts = [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ].map(([standingOrder = false, setOff = false]) => {
      const clauses = { standingOrder, setOff }
      const { text, agreementHash } = loanAgreement(wanted, { borrower, lang, clauses })
      expect([text.includes('\n(1) '), text.includes('\n(2) ')], lang).toEqual([standingOrder, setOff])
      expect(agreementOfHash(wanted, { borrower, clauses: noClauses, shown: agreementHash })?.lang).toBe(
        standingOrder || setOff ? undefined : lang,
      )
      return text
    })
    expect(new Set(texts).size).toBe(4)
  }
})

test('collateral stands in the text with the tick that priced it, alike in every language, and only where it is pledged', () => {
  const figures =
    '\n(3) 0.03200000 BTC = 2000.000000 USDT (BTCUSDT 62500.00, #61728, 2026-03-10T12:07:20.000Z); LTV\u00a050.00%\n'
  for (const { value: lang } of languages) {
    const parties = { borrower, clauses: { standingOrder: true, setOff: false } }
    const secured = loanAgreement({ ...wanted, collateral }, { ...parties, lang })
    expect(secured.text, lang).toContain(figures)
    for (const figure of ['50', '70', '75', '80', '83', '180'])
      expect(secured.text, `${lang} ${figure}`).toContain(figure)
    expect(secured.text).not.toMatch(/[{}]/)
    expect(piecesOf(secured.text)).toEqual({ title: secured.title, sections: secured.sections })
    expect(loanAgreement(wanted, { ...parties, lang }).text).not.toContain('\n(3) ')
    const shown = secured.agreementHash
    expect(agreementOfHash({ ...wanted, collateral }, { ...parties, shown })?.lang).toBe(lang)
    expect(agreementOfHash(wanted, { ...parties, shown })).toBeUndefined()
  }
})

test('in Arabic no number of days stands before a word that it does not agree with', () => {
  for (const one of loanProducts) {
    const { text } = loanAgreement({ product: one, amount: 100_000_000n }, { borrower, lang: 'ar', clauses: noClauses })
    // From three to ten the plural follows, from eleven on the singular.
    expect(text, String(one.days)).not.toMatch(/(?<![0-9])(?:[3-9]|10) يوم/)
  }
})
