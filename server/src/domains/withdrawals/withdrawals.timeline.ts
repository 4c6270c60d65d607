import { moneyText } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import { assetOf } from '../ledger/index.ts'
import type { WithdrawalsDb } from './withdrawals.store.ts'

const amountOf = (asset: number, units: bigint): string => moneyText({ asset: assetOf(asset), units })

/** A customer's withdrawals in the timeline; as the role `console`. */
export const withdrawalTimeline = (db: WithdrawalsDb): TimelineSource =>
  tableSource<{
    order_no: bigint
    asset: number
    amount: bigint
    network: string
    address: string
    status: string
    reason_code: string | null
  }>(db, {
    from: sql`wallet.withdrawals t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.requested_at`,
    columns: sql`t.order_no, t.asset, t.amount, t.network, t.address, t.status, t.reason_code`,
    view: (row) => ({
      params: paramsOf({
        no: row.order_no.toString(),
        coin: assetOf(row.asset),
        amount: amountOf(row.asset, row.amount),
        network: row.network,
        status: row.status,
        reasonCode: row.reason_code,
      }),
      personal: { address: row.address },
    }),
  })
