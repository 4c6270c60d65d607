import type { WithdrawalStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const variants = {
  REQUESTED: 'plain',
  AUTO_OK: 'accent',
  REVIEW: 'warn',
  APPROVED: 'accent',
  PROCESSING: 'accent',
  BROADCAST: 'accent',
  COMPLETED: 'good',
  REJECTED: 'danger',
  FAILED: 'danger',
  CANCELLED: 'plain',
} as const satisfies Record<WithdrawalStatus, string>

export function WithdrawalStatusChip({ status }: { status: WithdrawalStatus }) {
  const t = useTranslations('withdrawals')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}

/** Whether persons may still decide about it. */
export const isInReview = (status: WithdrawalStatus): boolean => status === 'REVIEW'
