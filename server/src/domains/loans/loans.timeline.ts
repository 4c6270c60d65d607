import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import { loanNo, usdtText } from './loans.rules.ts'
import type { LoansDb } from './loans.store.ts'

/** A customer's loans in the timeline; as the role `console`. */
export const loanTimeline = (db: LoansDb): TimelineSource =>
  tableSource<{ order_no: bigint; amount: bigint; status: string; reason_code: string | null }>(db, {
    from: sql`loans.loans t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.signed_at`,
    columns: sql`t.order_no, t.amount, t.status, t.reason_code`,
    view: (row) => ({
      params: paramsOf({
        no: loanNo(row.order_no),
        coin: 'USDT',
        amount: usdtText(row.amount),
        status: row.status,
        reasonCode: row.reason_code,
      }),
    }),
  })
