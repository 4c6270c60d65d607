import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { NoticeTemplate } from '@evenhand/protocol/notice-params.ts'
import type { DepositReason } from '@evenhand/protocol/states.ts'
import type { NotificationOf } from '../notices/index.ts'
import type { DepositRow } from './deposits.store.ts'

type Step = Exclude<Extract<NoticeTemplate, `deposit.${string}`>, 'deposit.rejected' | 'deposit.reversed'>
type Notified = {
  id: string
  accountId: bigint
  coin: FundCoin
  units: bigint
  /** Rises where one deposit may be notified of the same thing again. */
  round?: number
}
const fieldsOf = ({ id, coin, units }: Notified) => ({
  depositId: id,
  coin,
  amount: moneyText({ asset: coin, units }),
})

/** What a customer is notified of a deposit, once a round. */
export const depositNotice = (template: Step, notified: Notified): NotificationOf<Step> => ({
  accountId: notified.accountId,
  template,
  params: fieldsOf(notified),
  ref: `${template} ${notified.id} ${notified.round ?? 1}`,
})

/** That a deposit is rejected; `resubmitted` where it was submitted again already. */
export const rejectedNotice = ({
  reason,
  resubmitted,
  ...notified
}: Notified & { reason: DepositReason; resubmitted: boolean }): NotificationOf<'deposit.rejected'> => ({
  accountId: notified.accountId,
  template: 'deposit.rejected',
  params: { ...fieldsOf(notified), reason, again: resubmitted ? 'no' : 'yes' },
  ref: `deposit.rejected ${notified.id} ${notified.round ?? 1}`,
})

/** That a deposit was taken back, and what the account owes for it, smallest units. */
export const reversedNotice = ({
  debt,
  ...notified
}: Notified & { debt: bigint }): NotificationOf<'deposit.reversed'> => ({
  accountId: notified.accountId,
  template: 'deposit.reversed',
  params: { ...fieldsOf(notified), ...(debt === 0n ? {} : { debt: moneyText({ asset: notified.coin, units: debt }) }) },
  ref: `deposit.reversed ${notified.id} ${notified.round ?? 1}`,
})

/** That a deposit is on the account. */
export const creditedNotice = ({ id, accountId, coin, credited, round }: DepositRow): NotificationOf<Step> =>
  depositNotice('deposit.credited', { id, accountId, coin, units: credited ?? 0n, round })
