import type { LoanStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const variants = {
  PENDING_REVIEW: 'warn',
  APPROVED: 'accent',
  ACTIVE: 'accent',
  OVERDUE: 'danger',
  IN_ARREARS: 'danger',
  RESTRUCTURED: 'accent',
  REJECTED: 'danger',
  CANCELLED_BY_CUSTOMER: 'plain',
  REPAID: 'good',
  CANCELLED_14D: 'plain',
  WRITTEN_OFF: 'danger',
} as const satisfies Record<LoanStatus, string>

export function LoanStatusChip({ status }: { status: LoanStatus }) {
  const t = useTranslations('loans')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}

/** Whether persons still decide about it. */
export const isInReview = (status: LoanStatus): boolean => status === 'PENDING_REVIEW'
