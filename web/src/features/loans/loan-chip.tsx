import type { Loan } from '@evenhand/protocol/loans.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import type { IconName } from '@evenhand/ui/icon.tsx'
import { useTranslations } from 'use-intl'

type Face = { icon: IconName; variant: 'plain' | 'accent' | 'warn' | 'danger' | 'good' }

const faces: Record<Loan['status'], Face> = {
  PENDING_REVIEW: { icon: 'clock', variant: 'accent' },
  APPROVED: { icon: 'check', variant: 'accent' },
  ACTIVE: { icon: 'clock', variant: 'accent' },
  OVERDUE: { icon: 'warning', variant: 'warn' },
  IN_ARREARS: { icon: 'warning', variant: 'danger' },
  RESTRUCTURED: { icon: 'clock', variant: 'accent' },
  REJECTED: { icon: 'close', variant: 'plain' },
  CANCELLED_BY_CUSTOMER: { icon: 'minus', variant: 'plain' },
  REPAID: { icon: 'check', variant: 'good' },
  CANCELLED_14D: { icon: 'check', variant: 'plain' },
  WRITTEN_OFF: { icon: 'minus', variant: 'plain' },
}

/** The state of a loan: icon and word. */
export function LoanChip({ status }: Pick<Loan, 'status'>) {
  const t = useTranslations('loans')
  const { icon, variant } = faces[status]
  return (
    <Chip variant={variant} icon={icon}>
      {t(`status.${status}`)}
    </Chip>
  )
}
