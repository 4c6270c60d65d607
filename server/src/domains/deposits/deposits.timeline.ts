import { moneyText } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import { assetOf } from '../ledger/index.ts'
import { depositNo } from './deposits.rules.ts'
import type { DepositsDb } from './deposits.store.ts'

const amountOf = (asset: number, units: bigint): string => moneyText({ asset: assetOf(asset), units })

/** A customer's deposits in the timeline; as the role `console`. */
export const depositTimeline = (db: DepositsDb): TimelineSource =>
  tableSource<{
    order_no: bigint
    asset: number
    amount: bigint
    credited: bigint | null
    network: string
    status: string
    reason_code: string | null
  }>(db, {
    from: sql`wallet.deposits t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.created_at`,
    columns: sql`t.order_no, t.asset, t.amount, t.credited, t.network, t.status, t.reason_code`,
    view: (row) => ({
      params: paramsOf({
        no: depositNo(row.order_no),
        coin: assetOf(row.asset),
        amount: amountOf(row.asset, row.credited ?? row.amount),
        network: row.network,
        status: row.status,
        reasonCode: row.reason_code,
      }),
    }),
  })
