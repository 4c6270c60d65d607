import type { ComplaintKind } from '@evenhand/protocol/complaints.ts'
import type { ComplaintStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const variants = {
  RECEIVED: 'warn',
  INVESTIGATING: 'accent',
  ANSWERED: 'good',
  ACCEPTED: 'plain',
  ESCALATED: 'danger',
} as const satisfies Record<ComplaintStatus, string>

export function ComplaintStatusChip({ status }: { status: ComplaintStatus }) {
  const t = useTranslations('complaints')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}

/** Whether an answer is owed. */
export const isWaiting = (status: ComplaintStatus): boolean => status === 'RECEIVED' || status === 'INVESTIGATING'

/** Screens that show what a complaint may be about. */
export const screenOf = {
  withdrawal: '/withdrawals',
  deposit: '/deposits',
  identification: '/identity',
} as const satisfies Partial<Record<ComplaintKind, string>>
