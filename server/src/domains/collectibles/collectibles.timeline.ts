import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'
import { saleNo, usdtText } from './collectibles.rules.ts'

/**
 * What a customer bought, as the role `console`. Bids are left out: who bids is no operator's to know before the end.
 */
export const collectibleTimeline = (db: CollectiblesDb): TimelineSource =>
  tableSource<{ order_no: bigint; price: bigint }>(db, {
    from: sql`collectibles.ownerships t`,
    where: ({ accountId }) => sql`t.account_id = ${accountId}`,
    at: sql`t.at`,
    columns: sql`t.order_no, t.price`,
    view: (row) => ({ params: paramsOf({ no: saleNo(row.order_no), amount: usdtText(row.price) }) }),
  })
