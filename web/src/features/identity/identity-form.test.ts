import { identificationFields, type CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../lib/problem.ts'
import {
  requestOf,
  beginForm,
  fieldsOfForm,
  problemsOf,
  refusedFields,
  toCorrect,
  type IdentityForm,
} from './identity-form.ts'
import { requestedFields, namesInOrder, stepOfProblem, requestedSteps } from './identity-steps.ts'

const today = '2026-11-21'
const known = { country: 'NZ', email: 'amy@example.com' }
const nothing: CustomerIdentification = {
  status: 'NOT_VERIFIED',
  attemptsLeft: 5,
  reasons: [],
  needs: [],
  attempt: null,
  submittedAt: null,
  dueAt: null,
  escalated: false,
  decidedAt: null,
  last: null,
}
const sent: CustomerIdentification = {
  ...nothing,
  status: 'RESUBMIT',
  attempt: 1,
  submittedAt: 1,
  last: {
    firstName: 'Amy',
    lastName: 'Tan',
    birthDate: '1990-02-28',
    sex: 'female',
    country: 'SG',
    address: '1 Orchard Road',
    contact: '+65 6123 4567',
    docType: 'ID_CARD',
    docExpiry: '2099-01-01',
    docNumberEnd: '67P',
    frontFileId: 'front',
    backFileId: 'back',
    holdingFileId: 'holding',
    further: {},
  },
}
const at = { today, sending: new Set<never>(), own: nothing }
const whole: IdentityForm = { ...beginForm(sent, known), docNumber: 'E1234567P' }
const problems = (part: Partial<IdentityForm>) => problemsOf({ ...whole, ...part }, identificationFields, at)

describe('what is filled in', () => {
  it('is taken in any script and in any digits, and sent without spaces around it', () => {
    expect(problems({ firstName: 'สมชาย', lastName: ' 王 ', address: '1 شارع', contact: '+٩٦٦ ٩ ١٢٣ ٤٥٦٧' })).toEqual(
      {},
    )
    expect(requestOf({ ...whole, lastName: ' 王 ', contact: '+٩٦٦ ٩ ١٢٣ ٤٥٦٧' })).toMatchObject({
      lastName: '王',
      contact: '+96691234567',
    })
  })
  it('is refused field by field when it is missing or no such thing', () => {
    expect(
      problems({ firstName: '', lastName: '<b>', contact: 'me', sex: '', birthDate: '1990-02-30', frontFileId: '' }),
    ).toEqual({
      firstName: 'missing',
      lastName: 'malformed',
      contact: 'malformed',
      sex: 'missing',
      birthDate: 'malformed',
      frontFileId: 'noPicture',
    })
  })
  it('shows the age on the day before the eighteenth birthday, and not on it', () => {
    expect(problems({ birthDate: '2008-11-22' })).toEqual({ birthDate: 'underage' })
    expect(problems({ birthDate: '2008-11-21' })).toEqual({})
    expect(problems({ birthDate: '2030-01-01' })).toEqual({ birthDate: 'malformed' })
  })
  it('takes a document to its last day', () => {
    expect(problems({ docExpiry: today })).toEqual({})
    expect(problems({ docExpiry: '2026-11-20' })).toEqual({ docExpiry: 'expired' })
  })
  it('has no reverse side for a passport, and no picture twice', () => {
    expect(problems({ docType: 'PASSPORT', backFileId: '' })).toEqual({})
    expect(requestOf({ ...whole, docType: 'PASSPORT' })).not.toHaveProperty('backFileId')
    expect(problems({ backFileId: 'front' })).toEqual({ backFileId: 'repeated' })
  })
  it('waits for a picture on its way', () => {
    const sending = new Set(['frontFileId'] as const)
    expect(problemsOf(whole, ['frontFileId'], { ...at, sending })).toEqual({ frontFileId: 'sending' })
  })
})

describe('what has to be filled in', () => {
  it('is all of it at first, with what the account knows', () => {
    const form = beginForm(nothing, known)
    expect(form).toMatchObject({ country: 'NZ', contact: 'amy@example.com', docType: 'ID_CARD', firstName: '' })
    expect(requestedSteps(form, toCorrect(nothing))).toEqual(['person', 'document', 'pictures', 'check'])
  })
  it('is what a reviewer named; the rest stays, also the number that only the server knows whole', () => {
    const own: CustomerIdentification = { ...sent, reasons: [{ field: 'backFileId', code: 'BACK_BLURRED' }] }
    const form = beginForm(own, known)
    expect(form).toMatchObject({ firstName: 'Amy', frontFileId: 'front', backFileId: '', docNumber: '' })
    expect(requestedSteps(form, toCorrect(own))).toEqual(['pictures', 'check'])
    expect(problemsOf(form, ['docNumber'], { ...at, own })).toEqual({})
    expect(requestOf(form).docNumber).toBe('')
    expect(requestedFields('pictures', form, toCorrect(own))).toEqual(['backFileId'])
  })
  it('is a further document that was requested, which stays with later corrections and with no other form', () => {
    const need = { field: 'proofOfAddressFileId' } as const
    const own: CustomerIdentification = { ...sent, needs: [need] }
    const form = beginForm(own, known)
    expect(requestedSteps(form, toCorrect(own))).toEqual(['pictures', 'check'])
    expect(problemsOf(form, fieldsOfForm(own), { ...at, own })).toEqual({ proofOfAddressFileId: 'noPicture' })
    expect(requestOf(form)).not.toHaveProperty('secondIdFileId')
    const last = { ...sent.last, further: { proofOfAddressFileId: 'bill' } } as NonNullable<
      CustomerIdentification['last']
    >
    const later: CustomerIdentification = { ...sent, last, reasons: [{ field: 'address', code: 'ADDRESS_UNREADABLE' }] }
    expect(requestOf(beginForm(later, known)).proofOfAddressFileId).toBe('bill')
    expect(requestOf(beginForm({ ...later, status: 'EXPIRED' }, known))).not.toHaveProperty('proofOfAddressFileId')
    const refused: CustomerIdentification = { ...later, reasons: [{ ...need, code: 'DOC_UNSUPPORTED' }] }
    expect([...toCorrect(refused)]).toEqual(['proofOfAddressFileId'])
    expect(beginForm(refused, known)).toMatchObject({ proofOfAddressFileId: '', frontFileId: 'front' })
  })
  it('is the number again where it was refused, or that of another document', () => {
    const options = (reason: CustomerIdentification['reasons'][number]) =>
      problemsOf({ ...beginForm(sent, known), docNumber: '' }, ['docNumber'], {
        ...at,
        own: { ...sent, reasons: [reason] },
      })
    expect(options({ field: 'docNumber', code: 'NAME_MISMATCH' })).toEqual({ docNumber: 'missing' })
    expect(options({ field: 'docExpiry', code: 'DOC_EXPIRED' })).toEqual({ docNumber: 'missing' })
    expect(options({ field: 'firstName', code: 'NAME_MISMATCH' })).toEqual({})
  })
  it('is a new picture of the front too where the number could not be read on it', () => {
    const own: CustomerIdentification = { ...sent, reasons: [{ field: 'docNumber', code: 'FRONT_BLURRED' }] }
    expect([...toCorrect(own)]).toEqual(['docNumber', 'frontFileId'])
    expect(beginForm(own, known)).toMatchObject({ frontFileId: '', backFileId: 'back', docExpiry: '2099-01-01' })
  })
  it('is the whole document when another one is needed', () => {
    const own: CustomerIdentification = { ...sent, reasons: [{ field: 'docType', code: 'DOC_UNSUPPORTED' }] }
    const form = beginForm(own, known)
    expect(requestedFields('pictures', form, toCorrect(own))).toEqual(['frontFileId', 'backFileId', 'holdingFileId'])
    expect(form).toMatchObject({ docExpiry: '', frontFileId: '', address: '1 Orchard Road' })
    expect(toCorrect({ ...sent, status: 'EXPIRED' })).toEqual(toCorrect(own))
  })
})

describe('what the server refuses', () => {
  const refused = (key: Refused['key'], params: object) =>
    refusedFields(new Refused(key, { code: 0, params: { ...params }, traceId: '' }))
  it('stands at the fields it names', () => {
    const fields = [
      { field: 'backFileId', reason: 'missing' },
      { field: 'docExpiry', reason: 'expired' },
      { field: 'address', reason: 'of a newer server' },
      { field: 'elsewhere', reason: 'missing' },
    ]
    expect(refused('dataIncomplete', { fields })).toEqual({
      backFileId: 'noPicture',
      docExpiry: 'expired',
      address: 'malformed',
    })
    expect(refused('underage', { minAge: 18 })).toEqual({ birthDate: 'underage' })
    expect(stepOfProblem(refused('notFound', { field: 'frontFileId' }))).toBe('pictures')
  })
  it('is about the form as a whole where no field is named', () => {
    expect(refused('identificationState', { status: 'VERIFIED' })).toEqual({})
  })
})

it('has the family name first where it is written first, and no name that is not requested', () => {
  expect(namesInOrder(['firstName', 'lastName', 'birthDate'], 'zh-Hant')).toEqual([
    'lastName',
    'firstName',
    'birthDate',
  ])
  expect(namesInOrder(['firstName', 'lastName', 'birthDate'], 'en')).toEqual(['firstName', 'lastName', 'birthDate'])
  expect(namesInOrder(['firstName', 'address'], 'ja')).toEqual(['firstName', 'address'])
  expect(namesInOrder(['frontFileId'], 'ko')).toEqual(['frontFileId'])
})
