import type { FundCoin } from '@evenhand/protocol/funds.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import type { NoticeTemplate } from '@evenhand/protocol/notices.ts'
import type { NotificationEvent } from '../notices/index.ts'
import type { DepositRow } from './deposits.store.ts'

type DepositTemplate = Extract<NoticeTemplate, `deposit.${string}`>
type Notified = {
  id: string
  accountId: bigint
  coin: FundCoin
  units: bigint
  reason?: string | undefined
  /** It was submitted again already. */
  resubmitted?: boolean
  /** Rises where one deposit may be told of the same thing again. */
  round?: number
}

/** What a customer is told of a deposit, once a round. */
export const depositNotice = (
  template: DepositTemplate,
  { id, accountId, coin, units, reason, resubmitted = false, round = 1 }: Notified,
): NotificationEvent => ({
  accountId,
  template,
  params: {
    depositId: id,
    coin,
    amount: moneyText({ asset: coin, units }),
    ...(reason === undefined ? {} : { reason, again: resubmitted ? 'no' : 'yes' }),
  },
  ref: `${template} ${id} ${round}`,
})

/** That a deposit is on the account. */
export const creditedNotice = ({ id, accountId, coin, credited, round }: DepositRow): NotificationEvent =>
  depositNotice('deposit.credited', { id, accountId, coin, units: credited ?? 0n, round })
