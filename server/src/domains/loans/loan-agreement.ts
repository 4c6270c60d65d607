import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import {
  collateralMaxLtv,
  collateralNoticeLtvs,
  collateralSaleLtv,
  collateralSoldToLtv,
} from '@evenhand/protocol/collateral-rules.ts'
import { loanArrearsDays, loanCancelDays, loanWriteOffDays } from '@evenhand/protocol/loan-rules.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { pricedView, type Pledged } from './collateral.rules.ts'
import { termsOf, type Wanted } from './loans.rules.ts'

/** The version of the texts in `agreement/`; any change of one of them is another version. */
export const templateVersion = 8

type SealWord = 'number' | 'typed' | 'signedAt' | 'hash' | 'picture' | 'address' | 'template' | 'page' | 'signature'
type PlanWord = 'planAccepted' | 'planAcceptedAt' | 'planHash' | 'planAddress'
export type AgreementWords = Readonly<Record<SealWord | PlanWord, string>>
type Section = { heading: string; paragraphs: readonly string[] }
type Template = {
  title: string
  sections: readonly Section[]
  /** What stands instead of "no set-off" where a clause was ticked: the clauses, and that nothing is taken beyond them. */
  clauses: Readonly<Record<'heading' | keyof LoanClauses | 'otherwise', string>>
  /** What stands before it where collateral is pledged; its first paragraph is of figures alone. */
  collateral: Section
  words: AgreementWords
  /** The text of a repayment plan; `{instalments}` is a paragraph of its own for each of them. */
  repaymentPlan: { title: string; sections: readonly Section[] }
}
/** Clauses that a customer ticks apart from the agreement, both off at first. */
export type LoanClauses = { standingOrder: boolean; setOff: boolean }
export const noClauses: LoanClauses = { standingOrder: false, setOff: false }

/** Where "no set-off" stands among the sections. */
const otherMoney = 7

/** The section about other money, by the clauses that were ticked; each has a number by which the text names it. */
function otherMoneyOf({ sections, clauses }: Template, { standingOrder, setOff }: LoanClauses): Section | undefined {
  if (!standingOrder && !setOff) return sections[otherMoney]
  return {
    heading: clauses.heading,
    paragraphs: [
      ...(standingOrder ? [`(1) ${clauses.standingOrder}`] : []),
      ...(setOff ? [`(2) ${clauses.setOff}`] : []),
      clauses.otherwise,
    ],
  }
}

const collateralValues = {
  maxLtv: String(collateralMaxLtv),
  ...Object.fromEntries(collateralNoticeLtvs.map((ltv, at) => [`noticeLtv${at + 1}`, String(ltv)])),
  saleLtv: String(collateralSaleLtv),
  soldToLtv: String(collateralSoldToLtv),
}

/** What is pledged and the tick that priced it, in figures alone, so that every language states it alike; then the terms. */
function collateralSection(template: Template, amount: bigint, pledged: Pledged): Section {
  const { coin, amount: units, tick, value, ltv } = pricedView(amount, pledged)
  const price = `${tick.code} ${tick.price}, #${tick.seq}, ${dateOf(tick.ts).toISOString()}`
  const figures = `(3) ${units} ${coin} = ${value} USDT (${price}); LTV\u00a0${ltv}%`
  return { heading: template.collateral.heading, paragraphs: [figures, ...template.collateral.paragraphs] }
}

export type AgreementSection = { heading: string; paragraphs: string[] }
export type Agreement = {
  text: string
  title: string
  sections: AgreementSection[]
  agreementHash: string
  templateVersion: number
  lang: Lang
}

const known = new Map<Lang, Template>()

/** The texts of a language that customers of loans sign. */
export function agreementTemplate(lang: Lang): Template {
  const template =
    known.get(lang) ??
    (JSON.parse(readFileSync(new URL(`./agreement/${lang}.json`, import.meta.url), 'utf8')) as Template)
  known.set(lang, template)
  return template
}

/** What stands around the agreement in its document. */
export const agreementWords = (lang: Lang): AgreementWords => agreementTemplate(lang).words

/** A text with its values filled in. Throws where one is missing, so that no contract has a gap. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the text has ${whole}, and no value is given`)
    return value
  })
}

/** SHA-256 of a text in UTF-8, hexadecimal. */
export const hashOfText = (text: string): string => hash('sha256', text, 'hex')

/**
 * The agreement of a loan in a language. The same loan, borrower, clauses, language and version are the same text to the last byte,
 * whenever and wherever it is made.
 */
export function loanAgreement(
  { product, amount, collateral }: Wanted,
  { borrower, lang, clauses }: { borrower: string; lang: Lang; clauses: LoanClauses },
): Agreement {
  const { days, freeDays, ...money } = termsOf(amount, product)
  const values = {
    ...money,
    borrower,
    days: String(days),
    freeDays: String(freeDays),
    cancelDays: String(loanCancelDays),
    arrearsDays: String(loanArrearsDays),
    writeOffDays: String(loanWriteOffDays),
    ...collateralValues,
  }
  const template = agreementTemplate(lang)
  const given = template.sections.flatMap((section, at) => {
    if (at !== otherMoney) return [section]
    return [collateral && collateralSection(template, amount, collateral), otherMoneyOf(template, clauses)]
  })
  const sections = given
    .flatMap((section) => section ?? [])
    .map(({ heading, paragraphs }) => ({
      heading: fillText(heading, values),
      paragraphs: paragraphs.map((text) => fillText(text, values)),
    }))
  const { title } = template
  const text = [title, ...sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n'))].join('\n\n')
  return { text, title, sections, agreementHash: hashOfText(text), templateVersion, lang }
}

/** The agreement of a hash, in whichever language it was shown; undefined where the text is another by now. */
export const agreementOfHash = (
  wanted: Wanted,
  { shown, ...parties }: { borrower: string; clauses: LoanClauses; shown: string },
): Agreement | undefined =>
  languages
    .map(({ value }) => loanAgreement(wanted, { ...parties, lang: value }))
    .find(({ agreementHash }) => agreementHash === shown)

/** A signed text piece by piece, as `loanAgreement` put it together, whatever the template states by now. */
export function piecesOf(text: string): { title: string; sections: AgreementSection[] } {
  const [title = '', ...blocks] = text.split('\n\n')
  return {
    title,
    sections: blocks.map((block) => {
      const [heading = '', ...paragraphs] = block.split('\n')
      return { heading, paragraphs }
    }),
  }
}
