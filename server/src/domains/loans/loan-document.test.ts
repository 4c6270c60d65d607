import { hash } from 'node:crypto'
import { loanProducts, type LoanProduct } from '@evenhand/proofs/loans/terms.ts'
import { languages } from '@evenhand/protocol/languages.ts'
import { expect, test } from 'vitest'
import signed4 from '../../../test/fixtures/agreements-4.json' with { type: 'json' }
import signed5 from '../../../test/fixtures/agreements-5.json' with { type: 'json' }
import signed6 from '../../../test/fixtures/agreements-6.json' with { type: 'json' }
import signed7 from '../../../test/fixtures/agreements-7.json' with { type: 'json' }
import { streamsOf } from '../../../test/fixtures/pdf-pages.ts'
import { composePdf } from '../../kernel/documents/document.ts'
import { hashOfText, loanAgreement } from './loan-agreement.ts'
import { loanComposing } from './loan-document.ts'
import type { LoanRow } from './loans.store.ts'

const product = loanProducts.find(({ days }) => days === 30) as LoanProduct
const tick = { code: 'ETHUSDT', seq: 61_728, ts: 1_773_144_440_000, price: 1_705_603_786n, precision: 6 }
const collateral = { coin: 'ETH', amount: 36_937_066n, tick } as const
const clauses = { standingOrder: true, setOff: false }

const rowOf = (agreement: string, agreementLang: string, templateVersion: number): LoanRow => ({
  ...({} as LoanRow),
  orderNo: 3n,
  agreement,
  agreementHash: hashOfText(agreement),
  agreementLang,
  templateVersion,
  typedName: 'Ben Ray',
  ipHash: 'ab'.repeat(32),
  signedAt: 1_773_144_500_000,
})
/** The hash of everything that a document draws, with its fonts. */
const drawnBy = async (row: LoanRow): Promise<string> =>
  hash('sha256', Buffer.concat(streamsOf(await composePdf(loanComposing(row, undefined)))), 'hex')

// What was signed is served for years: each hash stays, and a version whose documents are laid out anew adds its own.
test('a document that was signed is drawn alike for ever', async () => {
  const drawn: Record<string, string> = {}
  for (const [version, signed] of [signed4, signed5, signed6, signed7].entries())
    for (const [lang, text] of Object.entries(signed))
      drawn[`${version + 4} ${lang}`] = await drawnBy(rowOf(text, lang, version + 4))
  // Template 8 is template 7 with the apostrophes of print in English.
  const wanted = { product, amount: 300_000_000n, collateral }
  const { text } = loanAgreement(wanted, { borrower: 'ben', lang: 'en', clauses })
  drawn['8 en'] = await drawnBy(rowOf(text, 'en', 8))
  expect(drawn).toEqual({
    '4 zh': '0e19dd9572f08a91d127223587989309a65314e0a8e9ab7c9e2c47abacfe0b46',
    '4 de': '6a2647128fb9eca8485d7e208f9edc6ae7d5cfd009d6fab9fa03b6c763b7bd47',
    '4 fr': 'e203909faa45be193d414c99abe682eb427c63b1fcb6059990df90c48bfb742d',
    '4 ar': '370f40bc187bfe0005d1461bdb7001fa988fee833210bc983c9520131b62a2d5',
    '5 zh': '410b611788c7334ff7d3a611f0cd45bbef477b3682ac6f2cc48ce7279e649f89',
    '5 de': 'b9b6a638e677bdbc2c8c65036d082a75e17caaac0f27092aadd037e62f0728a1',
    '5 fr': 'e2663d5fc281062d0ef68978d143010dad777acc9dfc50b42f6d316fdc69625b',
    '5 ar': 'ced02b4425f214344675e315239972a65e46ce8ee58c6c0682fced8b44c05ebb',
    '6 ar': '62057dba8403d2bcca5d1cd6ba9f496518ed7c7f5d9db4be6fb486b090b6f3ea',
    '7 en': '640b9298fafec967d24da321ba6596fa920eccb6681d003f9262a95422fa273b',
    '7 ar': '1529fa1f757a9a5b3710ce959a3053b3f4de2ac64299563bb422e90d44891d91',
    '8 en': '0cf21cf26e7b6443b3715ba40b7108ce7d22c83c4acb6f9bea3ea4bbcd47cd9e',
  })
})

test('no language leaves a per cent sign or the unit of an amount to begin a line', () => {
  const wanted = { product, amount: 300_000_000n, collateral }
  for (const { value: lang } of languages)
    expect(loanAgreement(wanted, { borrower: 'ben', lang, clauses }).text, lang).not.toMatch(/ %|\d USDT(?! \()/)
})
