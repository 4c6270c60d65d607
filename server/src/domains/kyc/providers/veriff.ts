import type { DocType } from '@evenhand/protocol/identification.ts'
import type { KycReasonCode } from '@evenhand/protocol/states.ts'
import type { VeriffSettings } from '../../../kernel/config/identity-settings.ts'
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

const docTypes: Readonly<Record<DocType, string>> = {
  PASSPORT: 'PASSPORT',
  ID_CARD: 'ID_CARD',
  DRIVER_LICENCE: 'DRIVERS_LICENSE',
}

/** Veriff's numbers of reasons (devdocs.veriff.com) in our closed list. What is not here is decided by a person. */
const codes: ReadonlyMap<string, KycReasonCode> = new Map([
  ['101', 'HOLDING_MISSING'],
  ['102', 'TAMPERING_SUSPECTED'],
  ['103', 'FACE_MISMATCH'],
  ['104', 'NAME_MISMATCH'],
  ['105', 'TAMPERING_SUSPECTED'],
  ['106', 'TAMPERING_SUSPECTED'],
  ['110', 'DUPLICATE_IDENTITY'],
  ['201', 'HOLDING_MISSING'],
  ['204', 'FRONT_BLURRED'],
  ['205', 'FRONT_BLURRED'],
  ['206', 'DOC_UNSUPPORTED'],
  ['207', 'DOC_EXPIRED'],
])
const outcomes: Readonly<Record<number, 'VERIFIED' | 'RESUBMIT' | 'REJECTED_FINAL' | 'LAPSED'>> = {
  9001: 'VERIFIED',
  9102: 'REJECTED_FINAL',
  9103: 'RESUBMIT',
  // Expired or abandoned with the provider: the form itself is whole, and an operator reviews it.
  9104: 'LAPSED',
}

/** Veriff, by its sessions and its decision webhook. */
export function veriff(params: VeriffSettings): IdentityCheck {
  return { name: 'veriff', send: (one) => send(params, one), onMessage: (message) => onMessage(params, message) }
}

async function send(params: VeriffSettings, { id, stated, pictures }: Case): Promise<string> {
  const opened = await request(params, {
    path: '/v1/sessions',
    json: {
      verification: {
        person: { firstName: stated.firstName, lastName: stated.lastName, dateOfBirth: stated.birthDate },
        document: {
          number: stated.docNumber,
          country: stated.country,
          type: docTypes[stated.docType],
          validUntil: stated.docExpiry,
        },
        vendorData: id,
      },
    },
  })
  const session = (opened['verification'] ?? {}) as { id?: unknown }
  if (typeof session.id !== 'string') throw new Error('veriff named no session')
  const path = `/v1/sessions/${encodeURIComponent(session.id)}`
  for (const [context, picture] of [
    ['document-front', pictures.front],
    ['document-back', pictures.back],
    ['face', pictures.holding],
  ] as const)
    if (picture !== undefined)
      await request(params, {
        path: `${path}/media`,
        json: { image: { context, content: `data:image/jpeg;base64,${picture.toString('base64')}` } },
      })
  await request(params, { path, method: 'PATCH', json: { verification: { status: 'submitted' } } })
  return session.id
}

type ProviderCall = { path: string; json: object; method?: 'POST' | 'PATCH' }

async function request(
  params: VeriffSettings,
  { path, json, method = 'POST' }: ProviderCall,
): Promise<Record<string, unknown>> {
  const body = Buffer.from(JSON.stringify(json))
  const headers = {
    'content-type': 'application/json',
    'x-auth-client': params.apiKey,
    'x-hmac-signature': hmacHex('sha256', params.secret, body),
  }
  return (await requestProvider({ url: params.url + path, method, headers, body })).body
}

function onMessage(params: VeriffSettings, message: Message): Received {
  const given = headerOf(message, 'x-hmac-signature')
  if (headerOf(message, 'x-auth-client') !== params.apiKey) return 'forged'
  if (!isSigned({ algorithm: 'sha256', secret: params.secret, body: message.body, given })) return 'forged'
  const payload = (objectIn(message.body)?.['verification'] ?? {}) as {
    id?: unknown
    code?: unknown
    reasonCode?: unknown
  }
  const outcome = outcomes[Number(payload.code)]
  if (outcome === undefined || typeof payload.id !== 'string') return 'nothing'
  const code = codes.get(String(payload.reasonCode))
  return { reference: payload.id, outcome, reasons: code === undefined ? [] : [reasonOf(code)] }
}
