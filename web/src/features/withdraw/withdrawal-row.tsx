import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Amount, Figure } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
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
  const when = useWhen()
  const [wanted, setWanted] = useState<boolean>()
  const said = saidOf(withdrawal.status) as keyof typeof looks
  const shown = wanted ?? (isNew || isOpen(withdrawal))
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setWanted(!shown)}
        className="flex min-h-12 w-full items-center gap-3 rounded-control text-start"
      >
        <span className="flex min-w-0 grow flex-col">
          <span className="font-600">
            <Amount text={withdrawal.amount} asset={withdrawal.coin} />
          </span>
          <span className="text-12 text-fg3">
            <Figure>{withdrawal.network}</Figure> · {when(withdrawal.createdAt)}
          </span>
        </span>
        <Chip {...looks[said]}>{t(`status.${said}`)}</Chip>
        <Icon name="expand" size={18} className={shown ? 'rotate-180 text-fg3' : 'text-fg3'} />
      </button>
      {shown && (
        <div className="flex flex-col gap-4 pt-3">
          <ReasonNote withdrawal={withdrawal} onAgain={(amount) => onAgain(withdrawal, amount)} />
          <WithdrawalTimeline withdrawal={withdrawal} />
          <WithdrawalDetails withdrawal={withdrawal} />
          {withdrawal.cancellable && <CancelWithdrawal withdrawal={withdrawal} />}
        </div>
      )}
    </li>
  )
}
