import { minAge } from '@evenhand/protocol/accounts.ts'
import {
  furtherDocuments,
  hasBack,
  identificationFields,
  identificationForm,
  isOfAge,
  isFurther,
  keepsNumber,
  reviewedFields,
  type DocType,
  type IdentificationField,
  type IdentificationForm,
  type CustomerIdentification,
} from '@evenhand/protocol/identification.ts'
import * as z from 'zod/mini'
import { joinPhone } from '../../lib/phone/phone-number.ts'
import { Refused } from '../../lib/problem.ts'

/** The form as it is filled in; '' is a field without a value yet. */
export type IdentityForm = Readonly<Record<IdentificationField, string>>
/** What is wrong with a field, as a key of the texts `identity.problem`. */
export type FieldProblem = 'missing' | 'malformed' | 'underage' | 'expired' | 'noPicture' | 'sending' | 'repeated'
export type FieldProblems = { readonly [field in IdentificationField]?: FieldProblem }

const pictureFields = ['frontFileId', 'backFileId', 'holdingFileId', ...furtherDocuments] as const
export type PictureField = (typeof pictureFields)[number]
export const isPicture = (field: IdentificationField): field is PictureField =>
  (pictureFields as readonly string[]).includes(field)

export const isDocType = (text: string): text is DocType =>
  text === 'ID_CARD' || text === 'PASSPORT' || text === 'DRIVER_LICENCE'

/** True for the reverse side of a document that has none. */
const isNone = (form: IdentityForm, field: IdentificationField): boolean =>
  field === 'backFileId' && isDocType(form.docType) && !hasBack(form.docType)

const blankForm = (): Record<IdentificationField, string> =>
  Object.fromEntries(reviewedFields.map((field) => [field, ''])) as Record<IdentificationField, string>

/** The form as it was sent last; of the document's number there is nothing. */
export function sentForm(last: NonNullable<CustomerIdentification['last']>): IdentityForm {
  const { docNumberEnd: _, backFileId, further, ...stated } = last
  return { ...blankForm(), ...stated, backFileId: backFileId ?? '', ...Object.fromEntries(Object.entries(further)) }
}

/** A form to begin with: what the account knows already, and of the last form what may stay. */
export function beginForm(own: CustomerIdentification, known: { country: string; email: string }): IdentityForm {
  const { last } = own
  if (last === null) return { ...blankForm(), docType: 'ID_CARD', country: known.country, contact: known.email }
  // Further documents stay with a correction, and with nothing else.
  const further = own.status === 'RESUBMIT' ? last.further : {}
  return without(sentForm({ ...last, further }), toCorrect(own))
}

/** Pictures that are to be taken anew are not shown as if they were there; what was written stays to be corrected. */
const without = (form: IdentityForm, fields: ReadonlySet<IdentificationField>): IdentityForm => ({
  ...form,
  ...Object.fromEntries(pictureFields.filter((field) => fields.has(field)).map((field) => [field, ''])),
  ...(fields.has('docExpiry') && fields.has('frontFileId') ? { docExpiry: '' } : {}),
})

const ofDocument = ['docType', 'docNumber', 'docExpiry', 'frontFileId', 'backFileId', 'holdingFileId'] as const
const ofRenewal = ['docNumber', 'docExpiry', 'frontFileId', 'backFileId'] as const

/** The fields of the form: further documents once they were requested, and from then on. */
export function fieldsOfForm({ status, needs, last }: CustomerIdentification): ReadonlySet<IdentificationField> {
  if (status !== 'RESUBMIT') return new Set(identificationFields)
  const further = Object.keys(last?.further ?? {}).filter(isFurther)
  return new Set([...identificationFields, ...needs.map(({ field }) => field), ...further])
}

/** The fields that have to be filled in: all the first time; later what was named, and what another document changes. */
export function toCorrect({ status, reasons, needs, last }: CustomerIdentification): ReadonlySet<IdentificationField> {
  if (last === null) return new Set(identificationFields)
  if (status === 'EXPIRED') return new Set(ofDocument)
  const requested = new Set<IdentificationField>(needs.map(({ field }) => field))
  for (const { field, code } of reasons) {
    requested.add(field)
    if (isFurther(field)) continue
    if (code === 'DOC_UNSUPPORTED' || field === 'docType') for (const one of ofDocument) requested.add(one)
    // Its number could not be read on the picture: the reason requests a new one.
    if (code === 'FRONT_BLURRED') requested.add('frontFileId')
    if (code === 'DOC_EXPIRED') for (const one of ofRenewal) requested.add(one)
  }
  return requested
}

/** The end of the number that may stay as it was sent, which the server alone knows whole; undefined where it is needed. */
export const keptNumberEnd = (own: CustomerIdentification, docType: string): string | undefined =>
  own.last !== null && keepsNumber({ ...own, docType: own.last.docType }, docType) ? own.last.docNumberEnd : undefined

type Circumstances = { today: string; sending: ReadonlySet<IdentificationField>; own: CustomerIdentification }

/** What is wrong with these fields of the form, as the server would return it. `today` is YYYY-MM-DD in UTC. */
export function problemsOf(
  form: IdentityForm,
  fields: Iterable<IdentificationField>,
  circumstances: Circumstances,
): FieldProblems {
  const found = [...fields].map((field) => [field, problemOf(form, field, circumstances)] as const)
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined))
}

function problemOf(
  form: IdentityForm,
  field: IdentificationField,
  { today, sending, own }: Circumstances,
): FieldProblem | undefined {
  if (isNone(form, field)) return undefined
  if (isPicture(field)) {
    if (sending.has(field)) return 'sending'
    if (form[field] === '') return 'noPicture'
    const twice = pictureFields.find((other) => form[other] === form[field])
    return twice === field ? undefined : 'repeated'
  }
  const text = writtenIn(form, field)
  if (text === '')
    return field === 'docNumber' && keptNumberEnd(own, form.docType) !== undefined ? undefined : 'missing'
  if (!fits(field, text)) return 'malformed'
  if (field === 'birthDate') {
    if (text > today) return 'malformed'
    return isOfAge(text, today) ? undefined : 'underage'
  }
  return field === 'docExpiry' && text < today ? 'expired' : undefined
}

const writtenIn = (form: IdentityForm, field: IdentificationField): string =>
  field === 'contact' && !form.contact.includes('@') ? joinPhone(undefined, form.contact) : form[field].trim()

function fits(field: IdentificationField, text: string): boolean {
  try {
    z.decode(identificationForm.shape[field], text as never)
    return true
  } catch {
    return false
  }
}

/** The request of the call; the reverse side is left out for a document that has none, and what was not requested. */
export function requestOf(form: IdentityForm): IdentificationForm {
  const written = Object.fromEntries(
    reviewedFields
      .filter((field) => !isNone(form, field) && !(isFurther(field) && form[field] === ''))
      .map((field) => [field, writtenIn(form, field)]),
  )
  return written as IdentificationForm
}

const isField = (name: unknown): name is IdentificationField => (reviewedFields as readonly unknown[]).includes(name)
const reasons: Readonly<Record<string, FieldProblem>> = { missing: 'missing', expired: 'expired', repeated: 'repeated' }

/** The fields that a refusal of the server is about; none where it is about the form as a whole. */
export function refusedFields(problem: unknown): FieldProblems {
  if (!(problem instanceof Refused)) return {}
  if (problem.key === 'underage') return { birthDate: 'underage' }
  if (problem.key === 'notFound') {
    const { field } = problem.params
    return isField(field) ? { [field]: 'noPicture' } : {}
  }
  const named = problem.key === 'dataIncomplete' ? problem.params['fields'] : undefined
  if (!Array.isArray(named)) return {}
  const found = (named as { field?: unknown; reason?: unknown }[]).flatMap(({ field, reason }) => {
    if (!isField(field)) return []
    const text = reasons[String(reason)] ?? 'malformed'
    return [[field, isPicture(field) && text === 'missing' ? 'noPicture' : text] as const]
  })
  return Object.fromEntries(found)
}

export const minimumAge = minAge
