import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { useTranslations } from 'use-intl'
import { FollowedRow } from '../../layout/followed-row.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { ReasonNote } from './reason-note.tsx'
import { WithdrawalDetails } from './withdrawal-details.tsx'
import { isOpen, saidOf } from './withdrawal-steps.ts'
import { WithdrawalTimeline } from './withdrawal-timeline.tsx'

const looks = {
  REVIEW: { look: 'accent', icon: 'clock' },
  PROCESSING: { look: 'accent', icon: 'clock' },
  BROADCAST: { look: 'accent', icon: 'clock' },
  COMPLETED: { look: 'good', icon: 'check' },
  REJECTED: { look: 'danger', icon: 'warning' },
  FAILED: { look: 'danger', icon: 'warning' },
  CANCELLED: { look: 'plain', icon: 'close' },
} as const

type RowProps = { withdrawal: Withdrawal; isNew: boolean; onAgain: (withdrawal: Withdrawal, amount: string) => void }

/** One withdrawal: open while it is on its way or has just been made, else a line that opens. */
export function WithdrawalRow({ withdrawal, isNew, onAgain }: RowProps) {
  const t = useTranslations('withdraw')
  const said = saidOf(withdrawal.status) as keyof typeof looks
  return (
    <FollowedRow
      of={withdrawal}
      amount={withdrawal.amount}
      status={{ ...looks[said], children: t(`status.${said}`) }}
      opens={isNew || isOpen(withdrawal)}
    >
      <ReasonNote withdrawal={withdrawal} onAgain={(amount) => onAgain(withdrawal, amount)} />
      <WithdrawalTimeline withdrawal={withdrawal} />
      <WithdrawalDetails withdrawal={withdrawal} />
      {withdrawal.cancellable && <CancelWithdrawal withdrawal={withdrawal} />}
    </FollowedRow>
  )
}
