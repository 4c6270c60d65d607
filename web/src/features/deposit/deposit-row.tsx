import type { Deposit } from '@evenhand/protocol/deposits.ts'
import { useTranslations } from 'use-intl'
import { FollowedRow } from '../../layout/followed-row.tsx'
import { ComplainLink } from '../../lib/complain-link.tsx'
import { CancelDeposit } from './cancel-deposit.tsx'
import { DepositDetails } from './deposit-details.tsx'
import { isOpen } from './deposit-steps.ts'
import { DepositTimeline } from './deposit-timeline.tsx'
import { ResubmitForm } from './resubmit-form.tsx'

const variants = {
  SUBMITTED: { variant: 'accent', icon: 'clock' },
  CONFIRMING: { variant: 'accent', icon: 'clock' },
  ON_HOLD_AML: { variant: 'warn', icon: 'clock' },
  CREDITED: { variant: 'good', icon: 'check' },
  REJECTED: { variant: 'danger', icon: 'warning' },
  CANCELLED: { variant: 'plain', icon: 'close' },
  RETURNED: { variant: 'plain', icon: 'close' },
  REVERSED: { variant: 'danger', icon: 'warning' },
} as const

/** States that may rest on a mistake. */
const disputed: ReadonlySet<Deposit['status']> = new Set(['REJECTED', 'ON_HOLD_AML', 'RETURNED', 'REVERSED'])

/** One deposit: open while something is waited for or can be done, else a line that opens. */
export function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('funds')
  const { status, mayResubmit } = deposit
  return (
    <FollowedRow
      followed={deposit}
      amount={deposit.creditedAmount ?? deposit.amount}
      status={{ ...variants[status], children: t(`status.${status}`) }}
      opens={isOpen(deposit) || mayResubmit}
    >
      <DepositTimeline deposit={deposit} />
      <DepositDetails deposit={deposit} />
      {status === 'SUBMITTED' && <CancelDeposit deposit={deposit} />}
      {mayResubmit && <ResubmitForm deposit={deposit} />}
      {disputed.has(status) && (
        <ComplainLink about="deposit" id={deposit.id} no={deposit.orderNo} appeal={status === 'REJECTED'} />
      )}
    </FollowedRow>
  )
}
