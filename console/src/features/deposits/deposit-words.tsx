import type { DepositStatus } from '@evenhand/protocol/states.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { useTranslations } from 'use-intl'

const variants = {
  SUBMITTED: 'warn',
  CONFIRMING: 'warn',
  ON_HOLD_AML: 'danger',
  CREDITED: 'good',
  REJECTED: 'danger',
  CANCELLED: 'plain',
  RETURNED: 'plain',
  REVERSED: 'danger',
} as const satisfies Record<DepositStatus, string>

export function DepositStatusChip({ status }: { status: DepositStatus }) {
  const t = useTranslations('deposits')
  return <Chip variant={variants[status]}>{t(`status.${status}`)}</Chip>
}

/** States that wait for a person. */
export const isWaiting = (status: DepositStatus): boolean =>
  status === 'SUBMITTED' || status === 'CONFIRMING' || status === 'ON_HOLD_AML'
