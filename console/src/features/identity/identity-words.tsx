import type { ViewedIdentification } from '@evenhand/protocol/identification-console.ts'
import type { IdentificationStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const variants = {
  NOT_VERIFIED: 'plain',
  PENDING_REVIEW: 'warn',
  RESUBMIT: 'accent',
  VERIFIED: 'good',
  EXPIRED: 'plain',
  REJECTED_FINAL: 'danger',
} as const satisfies Record<IdentificationStatus, string>

export function IdentityStatusChip({ status }: { status: IdentificationStatus }) {
  const t = useTranslations('identity')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}

/** Whom a decision is about and by which document, in one line: so that no operator decides the case beside it. */
export function AboutPerson({ seen }: { seen: ViewedIdentification }) {
  const t = useTranslations('identity')
  const { stated, username } = seen
  return (
    <span className="mb-2 block font-600 text-fg">
      <bdi>
        {stated.firstName} {stated.lastName}
      </bdi>
      {' · '}
      {t(`docType.${stated.docType}`)}{' '}
      <bdi dir="ltr">
        {stated.country} {stated.docNumber}
      </bdi>
      {' · '}
      <bdi>{username}</bdi>
    </span>
  )
}
