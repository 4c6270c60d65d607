import { hash } from 'node:crypto'
import { utcText } from '@evenhand/proofs/utc.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import { composePdf, type Block, type Composing } from '../../kernel/documents/document.ts'
import type { DocumentKey } from '../../kernel/documents/document-key.ts'
import { leftToRight } from '../../kernel/documents/text-runs.ts'
import { withFile, type Call, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { agreementWords, fillText, piecesOf, type AgreementWords } from './loan-agreement.ts'
import type { LoansDeps } from './loans.deps.ts'
import { loanNo } from './loans.rules.ts'
import { findLoan, type LoanRow } from './loans.store.ts'

/** Each document costs some hundred milliseconds. */
const rule = { name: 'loanDocument', max: 6, perMs: minuteMs }
/** Points within which a signature is drawn. */
const signatureBox = { width: 180, height: 70 }

/** What is pledged and its price stand alike in every language, from left to right. */
const isFigures = /^\(3\) \d/

/** The agreement as it was signed, then the signature and what identifies both. */
export function documentBlocks(row: LoanRow, words: AgreementWords, signature: Buffer | undefined): Block[] {
  const { title, sections } = piecesOf(row.agreement)
  const small = (key: keyof AgreementWords, values: Readonly<Record<string, string>>): Block => ({
    kind: 'small',
    text: fillText(words[key], values),
  })
  return [
    { kind: 'title', text: title },
    small('number', { no: leftToRight(loanNo(row.orderNo)) }),
    ...sections.flatMap(({ heading, paragraphs }): Block[] => [
      { kind: 'heading', text: heading },
      ...paragraphs.map((text): Block => ({ kind: 'text', text: isFigures.test(text) ? leftToRight(text) : text })),
    ]),
    { kind: 'heading', text: words.signature },
    ...(signature === undefined ? [] : [{ kind: 'picture', bytes: signature, ...signatureBox } as const]),
    ...(row.typedName === '' ? [] : [small('typed', { name: row.typedName })]),
    small('signedAt', { at: leftToRight(`${utcText(row.signedAt).slice(0, 19).replace('T', ' ')} UTC`) }),
    small('hash', { hash: leftToRight(row.agreementHash) }),
    ...(signature === undefined ? [] : [small('picture', { hash: leftToRight(hash('sha256', signature, 'hex')) })]),
    small('address', { hash: leftToRight(row.ipHash) }),
    small('template', { version: String(row.templateVersion) }),
  ]
}

/** Templates from this version on are composed so that a line or page parts nothing that is read as one. */
export const keptTogetherFrom = 5

/** What the document of a signed agreement is composed of, in its language. */
export function loanComposing(row: LoanRow, signature: Buffer | undefined): Composing {
  const lang = langOf(row.agreementLang)
  const words = agreementWords(lang)
  return {
    lang,
    title: `${piecesOf(row.agreement).title} ${loanNo(row.orderNo)}`,
    at: row.signedAt,
    blocks: documentBlocks(row, words, signature),
    foot: (page, all) => fillText(words.page, { page: String(page), of: String(all) }),
    keepsTogether: row.templateVersion >= keptTogetherFrom,
  }
}

/** The document of a signed agreement, signed by `seal`; the same bytes whenever it is made. */
export const composeLoanDocument = (row: LoanRow, signature: Buffer | undefined, seal: DocumentKey): Promise<Buffer> =>
  composePdf({ ...loanComposing(row, signature), seal })

/** The caller's own agreement as a PDF; refuses 40039 another's. */
export async function loanDocument(deps: LoansDeps, { id }: { id: string }, { session }: Call): Promise<Raw> {
  const row = await findLoan(deps.db, { id, customerId: session.customerId })
  if (row === undefined) throw refuse('notFound')
  deps.limits.take(rule, session.customerId)
  const picture =
    row.signatureFileId === null ? undefined : await deps.openSignature(row.signatureFileId, session.customerId)
  const bytes = await composeLoanDocument(row, picture?.bytes, await deps.documentKey())
  return withFile({ name: `loan-${loanNo(row.orderNo)}.pdf`, type: 'application/pdf', bytes })
}
