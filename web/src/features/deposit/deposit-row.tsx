import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { useWhen } from '../../lib/use-when.ts'
import { CancelDeposit } from './cancel-deposit.tsx'
import { DepositDetails } from './deposit-details.tsx'
import { isOpen } from './deposit-steps.ts'
import { DepositTimeline } from './deposit-timeline.tsx'
import { ResubmitForm } from './resubmit-form.tsx'

const looks = {
  SUBMITTED: 'accent',
  CONFIRMING: 'accent',
  ON_HOLD_AML: 'warn',
  CREDITED: 'good',
  REJECTED: 'danger',
  CANCELLED: 'plain',
  RETURNED: 'plain',
  REVERSED: 'danger',
} as const
const icons = {
  SUBMITTED: 'clock',
  CONFIRMING: 'clock',
  ON_HOLD_AML: 'clock',
  CREDITED: 'check',
  REJECTED: 'warning',
  CANCELLED: 'close',
  RETURNED: 'close',
  REVERSED: 'warning',
} as const

/** States that somebody may have brought about wrongly. */
const disputed: ReadonlySet<Deposit['status']> = new Set(['REJECTED', 'ON_HOLD_AML', 'RETURNED', 'REVERSED'])

/** One deposit: open while something is waited for or can be done, else a line that opens. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('funds')
  const when = useWhen()
  const [wanted, setWanted] = useState<boolean>()
  const { status, mayResubmit } = deposit
  const shown = wanted ?? (isOpen(deposit) || mayResubmit)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setWanted(!shown)}
        className="flex min-h-12 w-full items-center gap-3 rounded-control text-start"
      >
        <span className="flex min-w-0 grow flex-col">
          <Amount
            text={deposit.creditedAmount ?? deposit.amount}
            asset={deposit.coin}
            className="self-start font-600"
          />
          <span className="text-12 text-fg3">
            <Figure>{deposit.network}</Figure> · {when(deposit.createdAt)}
          </span>
        </span>
        <Chip look={looks[status]} icon={icons[status]}>
          {t(`status.${status}`)}
        </Chip>
        <Icon name="expand" size={18} className={shown ? 'rotate-180 text-fg3' : 'text-fg3'} />
      </button>
      {shown && (
        <div className="flex flex-col gap-4 pt-3">
          <DepositTimeline deposit={deposit} />
          <DepositDetails deposit={deposit} />
          {status === 'SUBMITTED' && <CancelDeposit deposit={deposit} />}
          {mayResubmit && <ResubmitForm deposit={deposit} />}
          {disputed.has(status) && (
            <ComplainLink about="deposit" id={deposit.id} no={deposit.orderNo} appeal={status === 'REJECTED'} />
          )}
        </div>
      )}
    </li>
  )
}
