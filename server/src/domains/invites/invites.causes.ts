import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const revenue = sql`(select ledger.account_named('revenue:contracts'))`

/** What invitations move: one payment an inviter and Monday; and what holds of rewards beside the fees in the ledger. */
export const inviteCauses: Causes = {
  entries: [
    {
      kind: 'invite.reward',
      requested: sql`
        select p.id as ref, null::bigint as entry, 'invite payment ' || p.id as label, array[p.account_id, ${revenue}] as accounts,
          array[1, 1]::smallint[] as assets, array[p.amount, -p.amount] as amounts from invites.payments p`,
    },
  ],
  holds: [],
  held: [],
  rules: [
    {
      // A fee that earns is one that the ledger has: the fee of an opening to the unit, that of a closing within its revenue.
      wrong: sql`
        select format('invite fee of %s', f.ref) as at, format('a fee of %s, and the ledger has %s', f.fee, coalesce(e.amounts::text, 'none')) as found
        from invites.fees f left join ledger.entries e on e.ref = f.ref and e.owner = f.account_id
          and e.kind = case f.kind when 'OPEN' then 'contract.fee' else 'contract.close' end
        where (case f.kind when 'OPEN' then -e.amounts[1] = f.fee else f.fee <= e.amounts[3] + 1 end and e.assets[1] = 1) is not true limit 20`,
    },
    {
      // Every fee of an opening that an invited customer paid is here, of its time, once its Monday has been served.
      wrong: sql`
        select format('entry %s, contract.fee of %s', e.seq, c.id) as at, format('fee of %s at %s', f.fee, f.at) as found
        from accounts.customers c join ledger.entries e on e.owner = c.account_id and e.kind = 'contract.fee'
          and e.at >= c.invited_at and e.at < c.invited_at + interval '180 days'
          and e.at < (select max(g.read_to) from invites.progress g) - interval '8 days'
        left join invites.fees f on f.kind = 'OPEN' and f.ref = e.ref
        where c.invited_by is not null and e.assets[1] = 1 and e.amounts[1] < 0 and f.at is distinct from e.at limit 20`,
    },
    {
      // A reward is what its fees earn; nothing is paid but by a payment, and never more than a tenth of the fees. Void is
      // what a review refused, and nothing else.
      wrong: sql`
        select format('invite reward of week %s of %s', coalesce(r.week, f.week), coalesce(r.invitee_id, f.invitee_id)) as at,
          format('%s, %s of %s, %s paid; its fees say %s of %s, its payments %s', r.status, r.amount, r.fees, r.paid, f.reward, f.fees, p.paid) as found
        from invites.rewards r
        full join (select invitee_id, inviter_id, week, sum(fee) as fees, sum(reward) as reward
          from invites.fees where off is null group by 1, 2, 3) f
          on f.invitee_id = r.invitee_id and f.inviter_id = r.inviter_id and f.week = r.week
        left join invites.reviews v on v.id = r.review_id
        left join lateral (select coalesce(sum(p.amount), 0) as paid from invites.payment_parts p
          where p.invitee_id = r.invitee_id and p.week = r.week) p on true
        where (r.fees = f.fees and r.amount = f.reward and r.paid = p.paid and r.paid * 10 <= r.fees
          and (r.review_id is null or v.invitee_id = r.invitee_id)
          and case r.status when 'PAID' then r.paid = r.amount when 'VOIDED' then v.status = 'REFUSED'
            when 'HELD' then r.paid < r.amount and v.status <> 'REFUSED' else r.review_id is null and (r.paid < r.amount or r.amount = 0) end)
          is not true limit 20`,
    },
    {
      // Who has something to be paid has a payday, no later than the week after the next.
      wrong: sql`
        select format('invite payday of %s', r.inviter_id) as at, coalesce(d.next_at::text, 'none') as found
        from (select inviter_id, max(week) as last from invites.rewards where status in ('ACCRUED', 'HELD') group by 1) r
        left join invites.paydays d on d.inviter_id = r.inviter_id
        where (d.next_at <= greatest((select max(g.read_to) from invites.progress g), r.last::timestamp at time zone 'UTC')
          + interval '14 days') is not true limit 20`,
    },
    {
      wrong: sql`
        select format('invite payment %s', p.id) as at, format('to %s of %s, due %s, paid %s', p.account_id, p.inviter_id, p.due_at, p.paid_at) as found
        from invites.payments p left join accounts.customers c on c.id = p.inviter_id
        left join ledger.entries e on e.kind = 'invite.reward' and e.ref = p.id
        where (c.account_id = p.account_id and e.at = p.paid_at and p.paid_at >= p.due_at
          and extract(isodow from p.due_at at time zone 'UTC') = 1) is not true limit 20`,
    },
    {
      wrong: sql`
        select format('invite payment %s', p.id) as at, format('%s, and its parts are %s', p.amount, coalesce(s.amount, 0)) as found
        from invites.payments p left join (
          select payment_id, sum(amount) as amount from invites.payment_parts group by 1) s on s.payment_id = p.id
        where p.amount is distinct from s.amount limit 20`,
    },
    {
      wrong: sql`
        select format('invite payments to %s', p.inviter_id) as at, format('%s in one month', sum(p.amount)) as found
        from invites.payments p group by p.inviter_id, date_trunc('month', p.due_at, 'UTC') having sum(p.amount) > 1000000000 limit 20`,
    },
    {
      // Who earns is who is bound, for fees of the first 180 days.
      wrong: sql`
        select format('invite fee of %s', f.ref) as at, format('earned by %s at %s', f.inviter_id, f.at) as found
        from invites.fees f left join accounts.customers c on c.id = f.invitee_id
        where (c.account_id = f.account_id and c.invited_by = f.inviter_id and f.at >= c.invited_at
          and f.at < c.invited_at + interval '180 days') is not true limit 20`,
    },
  ],
}
