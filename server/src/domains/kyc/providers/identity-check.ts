import type { IdentificationReason, StatedIdentification } from '@evenhand/protocol/identification.ts'
import type { KycReasonCode } from '@evenhand/protocol/states.ts'
import { seenOf } from '@evenhand/protocol/written-text.ts'

export type Pictures = { front: Buffer; back: Buffer | undefined; holding: Buffer }
export type Case = { id: string; stated: StatedIdentification; pictures: Pictures }

/** A provider's verdict on a form. LAPSED: it will send no more, so an operator decides. */
export type Verdict = {
  reference: string
  outcome: 'VERIFIED' | 'RESUBMIT' | 'REJECTED_FINAL' | 'LAPSED'
  reasons: IdentificationReason[]
}
/** What arrived: a verdict, something else of the provider's, or something that the provider did not sign. */
export type Received = Verdict | 'nothing' | 'forged'
export type Message = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }

/** A provider that checks documents for us, beside our operators. */
export type IdentityCheck = {
  readonly name: 'sumsub' | 'veriff'
  /** Sends a form with its pictures; returns the provider's name for it. Throws with a reason for the log. */
  send(params: Case): Promise<string>
  /** Reads a message the provider sends us. Pure: it calls no one. */
  onMessage(message: Message): Received
}

const fields: Readonly<Record<KycReasonCode, IdentificationReason['field']>> = {
  FRONT_BLURRED: 'frontFileId',
  BACK_BLURRED: 'backFileId',
  HOLDING_MISSING: 'holdingFileId',
  FACE_MISMATCH: 'holdingFileId',
  NAME_MISMATCH: 'firstName',
  DOB_MISMATCH: 'birthDate',
  DOC_EXPIRED: 'docExpiry',
  DOC_UNSUPPORTED: 'docType',
  ADDRESS_UNREADABLE: 'address',
  TAMPERING_SUSPECTED: 'docNumber',
  DUPLICATE_IDENTITY: 'docNumber',
  UNDERAGE: 'birthDate',
  SANCTIONS: 'docNumber',
}

/** The field that a reason is about; `text` are words for the customer, without what cannot be seen. */
export const reasonOf = (code: KycReasonCode, text?: string): IdentificationReason => ({
  field: fields[code],
  code,
  ...(text === undefined || text === '' ? {} : { text: seenOf(text).slice(0, 500) }),
})

/** The value of a header in lower case; empty where it is missing or came more than once. */
export const headerOf = ({ headers }: Message, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The body as an object, or undefined where it is none. */
export function objectIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
