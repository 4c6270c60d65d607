import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { useTranslations } from 'use-intl'
import { FollowedRow } from '../../layout/followed-row.tsx'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { ReasonNote } from './reason-note.tsx'
import { WithdrawalDetails } from './withdrawal-details.tsx'
import { isOpen, shownStatus } from './withdrawal-steps.ts'
import { WithdrawalTimeline } from './withdrawal-timeline.tsx'

const variants = {
  REVIEW: { variant: 'accent', icon: 'clock' },
  PROCESSING: { variant: 'accent', icon: 'clock' },
  BROADCAST: { variant: 'accent', icon: 'clock' },
  COMPLETED: { variant: 'good', icon: 'check' },
  REJECTED: { variant: 'danger', icon: 'warning' },
  FAILED: { variant: 'danger', icon: 'warning' },
  CANCELLED: { variant: 'plain', icon: 'close' },
} as const

type RowProps = { withdrawal: Withdrawal; isNew: boolean; onAgain: (withdrawal: Withdrawal, amount: string) => void }

/** One withdrawal: open while it is on its way or has just been made, else a line that opens. */
export function WithdrawalRow({ withdrawal, isNew, onAgain }: RowProps) {
  const t = useTranslations('withdraw')
  const status = shownStatus(withdrawal.status) as keyof typeof variants
  return (
    <FollowedRow
      followed={withdrawal}
      amount={withdrawal.amount}
      status={{ ...variants[status], children: t(`status.${status}`) }}
      opens={isNew || isOpen(withdrawal)}
    >
      <ReasonNote withdrawal={withdrawal} onAgain={(amount) => onAgain(withdrawal, amount)} />
      <WithdrawalTimeline withdrawal={withdrawal} />
      <WithdrawalDetails withdrawal={withdrawal} />
      {withdrawal.cancellable && <CancelWithdrawal withdrawal={withdrawal} />}
      {status === 'FAILED' && <ComplainLink about="withdrawal" id={withdrawal.id} no={withdrawal.orderNo} />}
    </FollowedRow>
  )
}
