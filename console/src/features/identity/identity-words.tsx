import type { IdentificationField } from '@evenhand/protocol/identification.ts'
import type { IdentificationStatus, KycReasonCode } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const looks = {
  NOT_VERIFIED: 'plain',
  PENDING_REVIEW: 'warn',
  RESUBMIT: 'accent',
  VERIFIED: 'good',
  EXPIRED: 'plain',
  REJECTED_FINAL: 'danger',
} as const satisfies Record<IdentificationStatus, string>

export function IdentityStatusChip({ status }: { status: IdentificationStatus }) {
  const t = useTranslations('identity')
  return <Chip look={looks[status]}>{t(`status.${status}`)}</Chip>
}

/** What can be wrong with a field so that its customer can put it right. */
export const reasonsOf: Readonly<Record<IdentificationField, readonly KycReasonCode[]>> = {
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
}
