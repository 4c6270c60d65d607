import { moneyText } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import { assetOf } from '../ledger/index.ts'
import { conversionNo, type ConversionsDb } from './conversions.store.ts'

const amountOf = (asset: number, units: bigint): string => moneyText({ asset: assetOf(asset), units })

/** A customer's conversions in the timeline; as the role `console`. */
export const conversionTimeline = (db: ConversionsDb): TimelineSource =>
  tableSource<{ order_no: bigint; from_asset: number; to_asset: number; amount: bigint; received: bigint }>(db, {
    from: sql`wallet.conversions t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.done_at`,
    columns: sql`t.order_no, t.from_asset, t.to_asset, t.amount, t.received`,
    view: (row) => ({
      params: paramsOf({
        no: conversionNo(row.order_no),
        coin: assetOf(row.from_asset),
        amount: amountOf(row.from_asset, row.amount),
        toCoin: assetOf(row.to_asset),
        received: amountOf(row.to_asset, row.received),
      }),
    }),
  })
