import { msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'

/** Legal holds of a customer, disclosed or not; as the role `console`, which alone may read them. */
export const legalHoldTimeline = (db: Db<'accounts'>): TimelineSource =>
  tableSource<{ reference: string; tell: boolean; review_on: string; lifted_at: Date | null }>(db, {
    from: sql`accounts.legal_holds t`,
    where: ({ customerId }) => sql`t.customer_id = ${customerId}`,
    at: sql`t.laid_at`,
    id: sql`t.request_id`,
    columns: sql`t.reference, t.tell, t.review_on::text as review_on, t.lifted_at`,
    view: ({ reference, tell, review_on: reviewOn, lifted_at: liftedAt }) => ({
      params: paramsOf({
        reference,
        tell: tell ? 'yes' : 'no',
        reviewOn,
        liftedAt: liftedAt === null ? null : msOf(liftedAt),
      }),
    }),
  })
