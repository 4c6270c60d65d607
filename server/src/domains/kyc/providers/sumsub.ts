import type { DocType } from '@evenhand/protocol/identification.ts'
import type { KycReasonCode } from '@evenhand/protocol/states.ts'
import type { SumsubSettings } from '../../../kernel/config/identity-settings.ts'
import { alpha3 } from './alpha3.ts'
import { requestProvider } from './provider-request.ts'
import {
  headerOf,
  objectIn,
  reasonOf,
  type Case,
  type Received,
  type IdentityCheck,
  type Message,
} from './identity-check.ts'
import { hmacHex, isSigned } from './signed-by.ts'

type Params = SumsubSettings & { now: () => number }

const docTypes: Readonly<Record<DocType, string>> = {
  PASSPORT: 'PASSPORT',
  ID_CARD: 'ID_CARD',
  DRIVER_LICENCE: 'DRIVERS',
}

/** Sumsub's labels (docs.sumsub.com, rejection labels) in our closed list. What is not here is decided by a person. */
const codes: ReadonlyMap<string, KycReasonCode> = new Map([
  ['LOW_QUALITY', 'FRONT_BLURRED'],
  ['UNSATISFACTORY_PHOTOS', 'FRONT_BLURRED'],
  ['DOCUMENT_DAMAGED', 'FRONT_BLURRED'],
  ['FRONT_SIDE_MISSING', 'FRONT_BLURRED'],
  ['BACK_SIDE_MISSING', 'BACK_BLURRED'],
  ['DOCUMENT_PAGE_MISSING', 'BACK_BLURRED'],
  ['BAD_SELFIE', 'HOLDING_MISSING'],
  ['SELFIE_WITH_PAPER', 'HOLDING_MISSING'],
  ['BAD_VIDEO_SELFIE', 'HOLDING_MISSING'],
  ['SELFIE_MISMATCH', 'FACE_MISMATCH'],
  ['BAD_FACE_MATCHING', 'FACE_MISMATCH'],
  ['PROBLEMATIC_APPLICANT_DATA', 'NAME_MISMATCH'],
  ['EXPIRATION_DATE', 'DOC_EXPIRED'],
  ['ID_INVALID', 'TAMPERING_SUSPECTED'],
  ['UNSUITABLE_DOCUMENT', 'DOC_UNSUPPORTED'],
  ['NOT_DOCUMENT', 'DOC_UNSUPPORTED'],
  ['SCREENSHOTS', 'DOC_UNSUPPORTED'],
  ['UNSUPPORTED_LANGUAGE', 'DOC_UNSUPPORTED'],
  ['BAD_PROOF_OF_ADDRESS', 'ADDRESS_UNREADABLE'],
  ['FORGERY', 'TAMPERING_SUSPECTED'],
  ['GRAPHIC_EDITOR', 'TAMPERING_SUSPECTED'],
  ['FRAUDULENT_PATTERNS', 'TAMPERING_SUSPECTED'],
  ['SPAM', 'TAMPERING_SUSPECTED'],
  ['DUPLICATE', 'DUPLICATE_IDENTITY'],
  ['AGE_REQUIREMENT_MISMATCH', 'UNDERAGE'],
  ['AGE_BELOW_ACCEPTED_LIMIT', 'UNDERAGE'],
  ['SANCTIONS', 'SANCTIONS'],
  ['CRIMINAL', 'SANCTIONS'],
])

/** Sumsub, by its API for applicants and its webhooks. */
export function sumsub(params: Params): IdentityCheck {
  return { name: 'sumsub', send: (one) => send(params, one), onMessage: (message) => onMessage(params, message) }
}

async function send(params: Params, { id, stated, pictures }: Case): Promise<string> {
  const level = encodeURIComponent(params.level)
  const applicant = {
    externalUserId: id,
    fixedInfo: {
      firstName: stated.firstName,
      lastName: stated.lastName,
      dob: stated.birthDate,
      country: alpha3(stated.country),
      gender: stated.sex === 'female' ? 'F' : 'M',
    },
  }
  const made = await request(params, { path: `/resources/applicants?levelName=${level}`, json: applicant, also: 409 })
  // An earlier try that was cut short has made the applicant already.
  const found =
    made.status === 409 ? await request(params, { path: `/resources/applicants/-;externalUserId=${id}/one` }) : made
  const reference = found.body['id']
  if (typeof reference !== 'string') throw new Error('sumsub named no applicant')
  const applicantPath = `/resources/applicants/${encodeURIComponent(reference)}`
  const idDocType = docTypes[stated.docType]
  const country = alpha3(stated.country)
  const document = { idDocType, country, number: stated.docNumber, validUntil: stated.docExpiry }
  const sides =
    pictures.back === undefined ? [] : [{ picture: pictures.back, about: { ...document, idDocSubType: 'BACK_SIDE' } }]
  const front = sides.length === 0 ? document : { ...document, idDocSubType: 'FRONT_SIDE' }
  for (const { picture, about } of [
    { picture: pictures.front, about: front },
    ...sides,
    { picture: pictures.holding, about: { idDocType: 'SELFIE', country } },
  ])
    await request(params, { path: `${applicantPath}/info/idDoc`, picture: { bytes: picture, about } })
  await request(params, { path: `${applicantPath}/status/pending`, json: {} })
  return reference
}

type ProviderCall = {
  path: string
  json?: object
  picture?: { bytes: Buffer; about: object }
  /** A status that is a response too. */
  also?: number
}

/** Every call is signed over its time, method, path and body. */
function request(params: Params, { path, json, picture, also }: ProviderCall) {
  const method = json === undefined && picture === undefined ? 'GET' : 'POST'
  const { body, type } = picture === undefined ? jsonBody(json) : pictureBody(picture)
  const seconds = String(Math.floor(params.now() / 1000))
  const signature = hmacHex('sha256', params.secretKey, Buffer.concat([Buffer.from(seconds + method + path), body]))
  const headers = {
    'x-app-token': params.appToken,
    'x-app-access-ts': seconds,
    'x-app-access-sig': signature,
    ...(type === undefined ? {} : { 'content-type': type }),
  }
  return requestProvider({ url: params.url + path, method, headers, body, also })
}

const jsonBody = (json: object | undefined): { body: Buffer; type: string | undefined } =>
  json === undefined
    ? { body: Buffer.alloc(0), type: undefined }
    : { body: Buffer.from(JSON.stringify(json)), type: 'application/json' }

const boundary = 'evenhand-picture-boundary'

/** Written here and not by fetch, because the signature is over its very bytes. */
function pictureBody({ bytes, about }: { bytes: Buffer; about: object }): { body: Buffer; type: string } {
  const part = (headers: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="metadata"')}${JSON.stringify(about)}\r\n`),
    Buffer.from(part('name="content"; filename="picture.jpg"\r\nContent-Type: image/jpeg')),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

type Review = {
  reviewAnswer?: unknown
  reviewRejectType?: unknown
  rejectLabels?: unknown
  moderationComment?: unknown
}

function onMessage(params: Params, message: Message): Received {
  const algorithm = { HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' }[headerOf(message, 'x-payload-digest-alg')]
  if (algorithm === undefined) return 'forged'
  const given = headerOf(message, 'x-payload-digest')
  const secret = params.webhookSecret
  if (!isSigned({ algorithm: algorithm as 'sha256', secret, body: message.body, given })) return 'forged'
  const payload = objectIn(message.body)
  const reference = payload?.['applicantId']
  if (payload?.['type'] !== 'applicantReviewed' || typeof reference !== 'string') return 'nothing'
  const review = (payload['reviewResult'] ?? {}) as Review
  if (review.reviewAnswer === 'GREEN') return { reference, outcome: 'VERIFIED', reasons: [] }
  if (review.reviewAnswer !== 'RED') return 'nothing'
  const labels = Array.isArray(review.rejectLabels) ? review.rejectLabels.map(String) : []
  // The words for the customer; `clientComment`, which is for us, is not even read.
  const text = typeof review.moderationComment === 'string' ? review.moderationComment : undefined
  const known = [...new Set(labels.flatMap((label) => codes.get(label) ?? []))]
  const reasons = known.map((code, index) => reasonOf(code, index === 0 ? text : undefined))
  return { reference, outcome: review.reviewRejectType === 'FINAL' ? 'REJECTED_FINAL' : 'RESUBMIT', reasons }
}
