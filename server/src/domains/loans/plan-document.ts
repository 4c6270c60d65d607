import { utcText } from '@evenhand/proofs/utc.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { langOf } from '@evenhand/protocol/languages.ts'
import { composePdf, type Block } from '../../kernel/documents/document.ts'
import type { DocumentKey } from '../../kernel/documents/document-key.ts'
import { leftToRight } from '../../kernel/documents/text-runs.ts'
import { withFile, type Call, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { agreementWords, fillText, piecesOf } from './loan-agreement.ts'
import { mustFindPlan } from './accept-repayment-plan.ts'
import { keptTogetherFrom } from './loan-document.ts'
import type { LoansDeps } from './loans.deps.ts'
import { loanNo } from './loans.rules.ts'
import type { LoanRow, LoansDb } from './loans.store.ts'
import { acceptedPlan, type AcceptedPlan } from './repayment-plans.store.ts'

/** Each document costs some hundred milliseconds. */
const rule = { name: 'planDocument', max: 6, perMs: minuteMs }

/** An instalment stands alike in every language, from left to right, and so does a day in a sentence. */
const directed = (text: string): string =>
  /^\(\d+\) /.test(text) ? leftToRight(text) : text.replaceAll(/\d{4}-\d{2}-\d{2}/g, leftToRight)

/** A plan as it was accepted, then when and from where, and what identifies it. */
function blocksOf(orderNo: LoanRow['orderNo'], plan: AcceptedPlan): Block[] {
  const words = agreementWords(langOf(plan.lang))
  const { title, sections } = piecesOf(plan.text)
  const small = (text: string, values: Readonly<Record<string, string>>): Block => ({
    kind: 'small',
    text: fillText(text, values),
  })
  return [
    { kind: 'title', text: title },
    small(words.number, { no: leftToRight(loanNo(orderNo)) }),
    ...sections.flatMap(({ heading, paragraphs }): Block[] => [
      { kind: 'heading', text: heading },
      ...paragraphs.map((text): Block => ({ kind: 'text', text: directed(text) })),
    ]),
    { kind: 'heading', text: words.planAccepted },
    small(words.planAcceptedAt, { at: leftToRight(`${utcText(plan.acceptedAt).slice(0, 19).replace('T', ' ')} UTC`) }),
    small(words.planHash, { hash: leftToRight(plan.hash) }),
    small(words.planAddress, { hash: leftToRight(plan.ipHash) }),
  ]
}

/** The document of an accepted plan in its language, signed by `seal`; the same bytes whenever it is made. */
async function composePlanDocument(
  { orderNo, templateVersion }: LoanRow,
  plan: AcceptedPlan,
  seal: DocumentKey,
): Promise<Buffer> {
  const lang = langOf(plan.lang)
  const words = agreementWords(lang)
  return composePdf({
    lang,
    title: `${piecesOf(plan.text).title} ${loanNo(orderNo)}`,
    at: plan.acceptedAt,
    blocks: blocksOf(orderNo, plan),
    foot: (page, all) => fillText(words.page, { page: String(page), of: String(all) }),
    keepsTogether: templateVersion >= keptTogetherFrom,
    seal,
  })
}

type Documents = Pick<LoansDeps, 'documentKey'> & { db: LoansDb }

/** An accepted plan of a loan as a sealed PDF; refuses 40039 one that was not accepted, or is not of this loan. */
export async function planFile({ db, documentKey }: Documents, row: LoanRow, planId: string): Promise<Raw> {
  const plan = row.plans.some(({ id }) => id === planId) ? await acceptedPlan(db, planId) : undefined
  if (plan === undefined) throw refuse('notFound')
  const bytes = await composePlanDocument(row, plan, await documentKey())
  return withFile({ name: `repayment-plan-${loanNo(row.orderNo)}.pdf`, type: 'application/pdf', bytes })
}

/** The caller's own accepted plan as a PDF; refuses 40039 another's, and one that was not accepted. */
export async function planDocument(
  deps: LoansDeps,
  { id }: { id: string },
  { session: { customerId } }: Call,
): Promise<Raw> {
  const { row } = await mustFindPlan(deps.db, { id, customerId })
  deps.limits.take(rule, customerId)
  return planFile(deps, row, id)
}
