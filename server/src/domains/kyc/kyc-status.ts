import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import type { KycDeps } from './kyc.deps.ts'
import { lastOf, lastVerifiedOf } from './identifications.store.ts'
import { openForm } from './encrypted-form.ts'

export type KycStatus = {
  status: IdentificationStatus
  verified: boolean
  /** The last form. */
  formId?: string
  /** YYYY-MM-DD, as last stated. */
  birthDate?: string
  /** Distinguishes the document from others, in hexadecimal; equal for two customers of one document. */
  documentHash?: string
}

/** Where a customer stands, for other domains. */
export async function kycStatusOf({ db, keys }: Pick<KycDeps, 'db' | 'keys'>, customerId: string): Promise<KycStatus> {
  const last = await lastOf(db, customerId)
  if (last === undefined) return { status: 'NOT_VERIFIED', verified: false }
  return {
    status: last.status,
    verified: last.status === 'VERIFIED',
    formId: last.id,
    birthDate: openForm(keys, last).birthDate,
    documentHash: last.documentHash.toString('hex'),
  }
}

/** The birth date that a verification found to be true; undefined before the first one. */
export async function verifiedBirthDateOf(
  { db, keys }: Pick<KycDeps, 'db' | 'keys'>,
  customerId: string,
): Promise<string | undefined> {
  const verified = await lastVerifiedOf(db, customerId)
  return verified && openForm(keys, verified).birthDate
}
