import * as z from 'zod/mini'
import { minAge } from './accounts.ts'
import { countryCodes } from './countries.ts'
import { get, post } from './route.ts'
import { epochMs, id } from './shapes.ts'
import { identificationStatuses, kycReasonCodes, type KycReasonCode } from './states.ts'

export const docTypes = ['ID_CARD', 'PASSPORT', 'DRIVER_LICENCE'] as const
export type DocType = (typeof docTypes)[number]
/** Documents with a reverse side that is photographed. */
export const hasBack = (docType: DocType): boolean => docType !== 'PASSPORT'

/** How often the same person may send the form before support takes over. */
export const maxAttempts = 5
/** Hours from sending within which a person reviews it. */
export const reviewHours = 48

/** The fields of the form, by which a reviewer states what is to be corrected. */
export const identificationFields = [
  'firstName',
  'lastName',
  'birthDate',
  'sex',
  'country',
  'address',
  'contact',
  'docType',
  'docNumber',
  'docExpiry',
  'frontFileId',
  'backFileId',
  'holdingFileId',
] as const

/** Further pictures that a reviewer may request beside the document; each is a field of the form once it was requested. */
export const furtherDocuments = [
  'proofOfAddressFileId',
  'secondIdFileId',
  'nameChangeFileId',
  'sourceOfFundsFileId',
] as const
export type FurtherDocument = (typeof furtherDocuments)[number]
/** Whether a field of the form is a document that a reviewer requested. */
export const isFurther = (field: string): field is FurtherDocument =>
  (furtherDocuments as readonly string[]).includes(field)
/** Everything that a reviewer checks, each by itself. */
export const reviewedFields = [...identificationFields, ...furtherDocuments] as const
export type IdentificationField = (typeof reviewedFields)[number]

/** What can be wrong with a field so that its customer can put it right. */
export const reasonsOfField: Readonly<Record<IdentificationField, readonly KycReasonCode[]>> = {
  firstName: ['NAME_MISMATCH'],
  lastName: ['NAME_MISMATCH'],
  birthDate: ['DOB_MISMATCH'],
  sex: ['NAME_MISMATCH'],
  country: ['DOC_UNSUPPORTED'],
  address: ['ADDRESS_UNREADABLE'],
  contact: ['NAME_MISMATCH'],
  docType: ['DOC_UNSUPPORTED'],
  docNumber: ['NAME_MISMATCH', 'FRONT_BLURRED'],
  docExpiry: ['DOC_EXPIRED'],
  frontFileId: ['FRONT_BLURRED', 'DOC_UNSUPPORTED'],
  backFileId: ['BACK_BLURRED', 'DOC_UNSUPPORTED'],
  holdingFileId: ['HOLDING_MISSING', 'FACE_MISMATCH'],
  proofOfAddressFileId: ['ADDRESS_UNREADABLE', 'NAME_MISMATCH', 'DOC_UNSUPPORTED'],
  secondIdFileId: ['NAME_MISMATCH', 'FRONT_BLURRED', 'DOC_EXPIRED', 'DOC_UNSUPPORTED'],
  nameChangeFileId: ['NAME_MISMATCH', 'DOC_UNSUPPORTED'],
  sourceOfFundsFileId: ['NAME_MISMATCH', 'DOC_UNSUPPORTED'],
}

const daysIn = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31

/** True for a day of the calendar, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const found = /^([12][0-9]{3})-([0-9]{2})-([0-9]{2})$/.exec(text)
  if (found === null) return false
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Whole years from a birth date to a day, both YYYY-MM-DD; who is born on 29 February is a year older on 1 March. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Whether a person born on a day is old enough to trade on another; both days are YYYY-MM-DD. */
export const isOfAge = (birthDate: string, day: string): boolean => ageOn(birthDate, day) >= minAge

// Letters of any script with the marks that join them, and what stands in names; no signs that mean something to a machine,
// and none that turn the direction of what follows.
const nameForm = /^[\p{L}\p{M}][\p{L}\p{M}\p{N}\p{Zs}\p{Join_Control}.,'’ʼ‘`´·・\-‐()]*$/u
const lineForm = /^[\p{L}\p{N}][^\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}<>\u202a-\u202e\u2066-\u2069]*$/u
const trimmed = (max: number, form: RegExp) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(form))
const day = z.string().check(z.refine(isDay))
const contactForm = /^(?:[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+|\+[1-9][0-9]{6,14})$/

/** What a customer states, as it is sent. */
const stated = {
  firstName: trimmed(100, nameForm),
  lastName: trimmed(100, nameForm),
  birthDate: day,
  sex: z.enum(['male', 'female']),
  country: z.enum(countryCodes as [string, ...string[]]),
  address: trimmed(300, lineForm),
  /** A phone number or an e-mail address. */
  contact: z.string().check(z.trim(), z.maxLength(254), z.regex(contactForm)),
  docType: z.enum(docTypes),
  docNumber: z.string().check(z.trim(), z.minLength(3), z.maxLength(40), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u)),
  docExpiry: day,
}
/** The pictures that were requested beside the document. */
export const furtherPictures = z.object({
  proofOfAddressFileId: z.optional(id),
  secondIdFileId: z.optional(id),
  nameChangeFileId: z.optional(id),
  sourceOfFundsFileId: z.optional(id),
})
export type FurtherPictures = z.output<typeof furtherPictures>

export const identificationForm = z.strictObject({
  ...stated,
  /** Empty in a correction: it stays as it was sent, which the customer is not shown whole. See `keepsNumber`. */
  docNumber: z.string().check(z.trim(), z.maxLength(40), z.regex(/^$|^[\p{L}\p{N}][\p{L}\p{N} ./-]{2,}$/u)),
  frontFileId: id,
  /** Not for a passport. */
  backFileId: z.optional(id),
  holdingFileId: id,
  /** Those that a reviewer requested, and no others. */
  ...furtherPictures.shape,
})
export type IdentificationForm = z.output<typeof identificationForm>
export const statedIdentification = z.object(stated)
export type StatedIdentification = z.output<typeof statedIdentification>

export const identificationReason = z.object({
  field: z.enum(reviewedFields),
  code: z.enum(kycReasonCodes),
  /** A reviewer's own words to the customer, where there are any. */
  text: z.optional(z.string().check(z.maxLength(500))),
})
export const identificationReasons = z.array(identificationReason)
export type IdentificationReason = z.output<typeof identificationReason>

/** A further picture that a reviewer requests, with words of his own where there are any. */
export const documentNeed = z.object({
  field: z.enum(furtherDocuments),
  text: z.optional(z.string().check(z.maxLength(500))),
})
export type DocumentNeed = z.output<typeof documentNeed>

/** A customer's identification and the values of the last form; the number of the document by its end alone. */
export const customerIdentification = z.object({
  status: z.enum(identificationStatuses),
  /** Forms that may still be sent; 0 where support takes over. */
  attemptsLeft: z.int(),
  /** What is to be corrected, or why it ended. */
  reasons: identificationReasons,
  /** Further documents that have to come with the next form. */
  needs: z.array(documentNeed),
  attempt: z.nullable(z.int()),
  submittedAt: z.nullable(epochMs),
  /** Until when a person reviews it; afterwards it is first in the queue. */
  dueAt: z.nullable(epochMs),
  escalated: z.boolean(),
  decidedAt: z.nullable(epochMs),
  last: z.nullable(
    z.extend(z.omit(statedIdentification, { docNumber: true }), {
      docNumberEnd: z.string(),
      frontFileId: id,
      backFileId: z.nullable(id),
      holdingFileId: id,
      further: furtherPictures,
    }),
  ),
})
export type CustomerIdentification = z.output<typeof customerIdentification>

/** Reasons that only another document settles. */
const otherDocument: readonly string[] = ['DOC_UNSUPPORTED', 'DOC_EXPIRED']
type Refused = { status: string; reasons: readonly IdentificationReason[]; docType: DocType }

/**
 * Whether a correction may leave the number of the document as it was: it is of the same kind of document, and neither the
 * number nor the document as a whole was refused.
 */
export const keepsNumber = ({ status, reasons, docType }: Refused, next: string): boolean =>
  status === 'RESUBMIT' &&
  docType === next &&
  !reasons.some(
    ({ field, code }) =>
      field === 'docNumber' || field === 'docType' || (!isFurther(field) && otherDocument.includes(code)),
  )

export const getIdentification = get('/swx/customer/user/identification', {
  summary: 'Where the identification of the customer stands: status, reasons, attempts left and the clock.',
  signedIn: true,
  request: z.object({}),
  result: customerIdentification,
  refusals: [],
})

export const identification = post('/swx/customer/user/identification', {
  summary: 'Sends the identification form with the pictures of a document; a person looks at it within 48 hours.',
  signedIn: true,
  request: identificationForm,
  result: customerIdentification,
  refusals: ['identificationState', 'underage', 'notFound'],
  notice: 'submitted',
})
