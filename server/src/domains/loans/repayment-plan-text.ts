import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import { planGraceDays } from '@evenhand/protocol/repayment-plan-rules.ts'
import { utcDay } from '../../kernel/time/clock.ts'
import { agreementTemplate, fillText, hashOfText, type AgreementSection } from './loan-agreement.ts'
import { loanNo, usdtText } from './loans.rules.ts'
import type { LoanRow } from './loans.store.ts'
import { planTotal } from './repayment-plan.rules.ts'
import type { PlanRow } from './repayment-plans.store.ts'

export type PlanText = { text: string; title: string; sections: AgreementSection[]; planHash: string; lang: Lang }
type Offered = { row: Pick<LoanRow, 'orderNo' | 'agreementHash' | 'amount'>; plan: PlanRow }

/** An instalment as every language writes it, so that the text can be compared with the plan. */
const lineOf = ({ dueAt, amount }: PlanRow['instalments'][number], at: number): string =>
  `(${at + 1}) ${utcDay(dueAt)}: ${usdtText(amount)} USDT`

/** The text of a repayment plan in a language: the same plan, borrower and language are the same text to the last byte. */
export function planText({ row, plan }: Offered, { borrower, lang }: { borrower: string; lang: Lang }): PlanText {
  const { title, sections: given } = agreementTemplate(lang).repaymentPlan
  const values = {
    borrower,
    orderNo: loanNo(row.orderNo),
    agreementHash: row.agreementHash,
    principal: usdtText(plan.principal),
    interest: usdtText(plan.interest),
    total: usdtText(planTotal(plan)),
    day: utcDay(plan.preparedAt),
    graceDays: String(planGraceDays),
    maxInterest: usdtText(row.amount),
  }
  const sections = given.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.flatMap((text) =>
      text === '{instalments}' ? plan.instalments.map((one, at) => lineOf(one, at)) : [fillText(text, values)],
    ),
  }))
  const text = [title, ...sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n'))].join('\n\n')
  return { text, title, sections, planHash: hashOfText(text), lang }
}

/** The text of a hash, in whichever language it was shown; undefined where it is none of this plan's. */
export const planOfHash = (
  offered: Offered,
  { borrower, shown }: { borrower: string; shown: string },
): PlanText | undefined =>
  languages.map(({ value }) => planText(offered, { borrower, lang: value })).find(({ planHash }) => planHash === shown)
