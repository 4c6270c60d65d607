import { sql } from '../../kernel/db/db.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import type { InvitesDb } from './invites.deps.ts'
import { usdtText } from './invites.rules.ts'

/** Rewards that were paid to a customer, one line a Monday, as the role `console`. */
export const inviteTimeline = (db: InvitesDb): TimelineSource =>
  tableSource<{ amount: bigint; customers: bigint }>(db, {
    from: sql`invites.payments t`,
    where: ({ accountId }) => sql`t.account_id = ${accountId}`,
    at: sql`t.paid_at`,
    columns: sql`t.amount, (select count(distinct p.invitee_id) from invites.payment_parts p where p.payment_id = t.id) as customers`,
    view: (row) => ({ params: paramsOf({ amount: usdtText(row.amount), customers: String(row.customers) }) }),
  })
