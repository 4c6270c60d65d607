import * as z from 'zod/mini'
import { wholeLoan } from './loans.ts'
import { get, post } from './route.ts'
import { id } from './shapes.ts'

/** SHA-256 of the plan's text in UTF-8, hexadecimal. */
const planHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const repaymentPlanText = get('/swx/customer/loan/plan', {
  summary: 'The repayment plan that is offered for a loan in arrears, in the language requested, with its hash.',
  signedIn: true,
  realOnly: true,
  request: z.object({ id, lang: z.optional(z.string().check(z.maxLength(8))) }),
  result: z.object({
    planId: id,
    /** The whole text: title, then headings and paragraphs, each on a line of its own. Its bytes in UTF-8 are hashed. */
    text: z.string(),
    title: z.string(),
    sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
    planHash,
    lang: z.string(),
  }),
  /** 40039 also where none is offered. */
  refusals: ['notFound'],
})

export const acceptRepaymentPlan = post('/swx/customer/loan/acceptPlan', {
  summary:
    'Accept the repayment plan that is offered, by the hash of the text that was shown. Nothing is taken by itself.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id, planHash }),
  result: wholeLoan,
  /** 40006 names the present hash where the text is another; 40039 also where no plan is offered, or not any more. */
  refusals: ['notFound', 'quoteChanged'],
})

export const repaymentPlanDocument = get('/swx/customer/loan/plan/document/:id', {
  summary:
    'A repayment plan that was accepted as a sealed PDF in the language in which it was accepted, the same bytes whenever it is asked.',
  signedIn: true,
  request: z.object({ id }),
  /** The response is the file itself, as application/pdf. */
  result: z.object({}),
  files: ['application/pdf'],
  /** 40039 also where it was not accepted. */
  refusals: ['notFound'],
})

export const declineRepaymentPlan = post('/swx/customer/loan/declinePlan', {
  summary: 'Decline the repayment plan that is offered: the loan stays as it is.',
  signedIn: true,
  realOnly: true,
  notice: 'modified',
  request: z.strictObject({ id }),
  result: wholeLoan,
  refusals: ['notFound'],
})
