import * as z from 'zod/mini'
import { get, post } from './route.ts'
import { epochMs, id, pageOf, paging } from './shapes.ts'
import { complaintStatuses } from './states.ts'
import { plain, seenOf } from './written-text.ts'

/**
 * What a complaint is about. All but the last two name something of the customer's own. The first one about an announced
 * adjustment is the objection to it: it stops the adjustment until a third person has answered.
 */
export const complaintKinds = [
  'withdrawal',
  'deposit',
  'identification',
  'order',
  'adjustment',
  'account',
  'other',
] as const
export type ComplaintKind = (typeof complaintKinds)[number]

/** What an answer finds: the complaint was right, in part, or not. */
export const complaintFindings = ['UPHELD', 'PARTLY_UPHELD', 'NOT_UPHELD'] as const
export type ComplaintFinding = (typeof complaintFindings)[number]

/** Days from Monday to Friday after that of the complaint; by the end of the last one (UTC) it must be answered. */
export const complaintBusinessDays = 15
/** Complaints of one customer that are not answered yet. */
export const maxOpenComplaints = 10
/** Complaints of one customer within 24 hours. */
export const maxComplaintsADay = 5

export const minComplaintText = 10
export const maxComplaintText = 4000

/** What a customer complains of, or what an operator answers. */
export const complaintText = z
  .string()
  .check(z.trim(), z.minLength(minComplaintText), z.maxLength(maxComplaintText), plain)

/** What is sent of a text that was typed or pasted; undefined where it is too short. */
export function complaintTextOf(typed: string): string | undefined {
  const text = seenOf(typed).trim()
  return text.length < minComplaintText ? undefined : text
}

/** A number to quote on the phone: C, digits, and a check digit by Luhn's algorithm. */
export const complaintNo = z.string().check(z.regex(/^C[0-9]{6,14}$/))

/** The digit that Luhn's rule puts behind some digits. */
export function luhnDigit(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = (digits.codePointAt(digits.length - 1 - at) ?? 48) - 48
    const weighed = at % 2 === 0 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return (10 - (sum % 10)) % 10
}

const step = z.object({ status: z.enum(complaintStatuses), at: epochMs })

/** What customer and operators both see of a complaint. */
export const complaintBasis = {
  no: complaintNo,
  status: z.enum(complaintStatuses),
  kind: z.enum(complaintKinds),
  subjectId: z.nullable(id),
  /** The number that its subject has elsewhere: that of a withdrawal, a deposit or an order. */
  subjectNo: z.nullable(z.string()),
  receivedAt: epochMs,
  dueAt: epochMs,
  overdue: z.boolean(),
  answeredAt: z.nullable(epochMs),
  finding: z.nullable(z.enum(complaintFindings)),
}
export const complaint = z.object({
  id,
  ...complaintBasis,
  text: z.string(),
  answer: z.nullable(z.string()),
  /** Every state so far, the first one first. */
  steps: z.array(step),
})
export type Complaint = z.output<typeof complaint>

export const complain = post('/swx/customer/complaint', {
  summary:
    'Makes a formal complaint, or an appeal against a decision: about something of the own, answered within 15 business days. It has a number and is no chat.',
  signedIn: true,
  request: z.strictObject({
    kind: z.enum(complaintKinds),
    /** With `withdrawal`, `deposit`, `order` and `adjustment`. Of `identification` it is the last form that is meant. */
    subjectId: z.optional(id),
    text: complaintText,
    /** The own conversation with customer service that it came up in; the number is noted there. */
    chatId: z.optional(id),
  }),
  result: complaint,
  refusals: ['notFound', 'openLimitReached', 'tooMany', 'keyReused'],
  notice: 'submitted',
})

export const complaintList = get('/swx/customer/complaint/list', {
  summary: "The customer's complaints, newest first, by page (1) and size (20).",
  signedIn: true,
  request: z.object(paging),
  result: pageOf(complaint),
  refusals: [],
})

export const complaintOf = get('/swx/customer/complaint/:no', {
  summary: 'One complaint of the customer, with its steps and its answer.',
  signedIn: true,
  request: z.object({ no: complaintNo }),
  result: complaint,
  refusals: ['notFound'],
})

export const closeComplaint = post('/swx/customer/complaint/:no/close', {
  summary: 'Accepts the answer to a complaint, or says that it is taken to a body outside Evenhand.',
  signedIn: true,
  request: z.strictObject({ no: complaintNo, as: z.enum(['ACCEPTED', 'ESCALATED']) }),
  result: complaint,
  refusals: ['notFound'],
  notice: 'modified',
})
