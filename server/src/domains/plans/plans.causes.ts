import { sql } from '../../kernel/db/db.ts'
import { goneResults, type Causes } from '../ledger/index.ts'
import { keyRoutes } from './plans.rules.ts'

const account = (name: string) => sql`(select ledger.account_named(${sql.lit(name)}))`
const reserve = account('reserve:yield')

/** What plans move and hold: a yield a day, penalties, the first funding of the reserve, principals and future yields. */
export const planCauses: Causes = {
  entries: [
    {
      // An entry a day: as many as days were paid, at each multiple of 24 hours from the beginning once, with these lines.
      kind: 'plan.yield',
      wrong: sql`
        select coalesce('plan ' || p.order_no, 'entries for ' || e.ref) as at,
          format('%s days paid, and %s entries of %s in all', p.paid_days, coalesce(e.n, 0), coalesce(e.units, 0)) as found
        from (select * from plans.positions where paid_days > 0) p
        full join (
          select ref, count(*) as n, count(distinct at) as times, min(at) as first, max(at) as last, sum(amounts[1]) as units,
            min(amounts[1]) as smallest, min(accounts) as accounts, max(accounts) as others, bool_and(assets = array[1, 1]::smallint[]) as usdt
          from ledger.entries where kind = 'plan.yield' group by ref) e on e.ref = p.id
        where (e.n = p.paid_days and e.times = e.n and e.units = e.n * p.daily_yield and e.smallest = p.daily_yield and e.usdt
          and e.accounts = array[p.account_id, ${reserve}] and e.others = e.accounts
          and e.first = p.started_at + interval '24 hours'
          and e.last = p.started_at + make_interval(hours => 24 * p.paid_days)) is not true
        limit 20`,
    },
    {
      kind: 'plan.penalty',
      requested: sql`
        select p.id as ref, null::bigint as entry, 'plan ' || p.order_no as label, array[p.account_id, ${reserve}] as accounts,
          array[1, 1]::smallint[] as assets, array[-p.penalty, p.penalty] as amounts
        from plans.positions p where p.penalty > 0`,
    },
    {
      kind: 'plan.reserve',
      // How much it was stands in the entry alone, which is sealed.
      requested: sql`
        select e.ref, r.entry_no as entry, 'opening of the yield reserve' as label,
          array[${reserve}, ${account('house:capital')}] as accounts, array[1, 1]::smallint[] as assets,
          array[abs(e.amounts[1]), -abs(e.amounts[1])] as amounts
        from plans.reserve_openings r left join ledger.entries e on e.seq = r.entry_no`,
    },
  ],
  holds: [],
  held: [
    sql`select p.account_id, 1::smallint as asset, p.principal as amount, 0 as orders from plans.positions p where p.status = 'EARNING'`,
    sql`select ${reserve} as account_id, 1::smallint as asset, p.daily_yield * (p.days - p.paid_days) as amount, 0 as orders
      from plans.positions p where p.status = 'EARNING'`,
  ],
  rules: [
    goneResults(keyRoutes.buy, { label: 'plan', results: sql`select account_id, id from plans.positions` }),
    {
      wrong: sql`
        select 'product ' || p.id as at, format('sold %s, and its positions say %s', p.sold, coalesce(o.principal, 0)) as found
        from plans.products p left join (
          select product_id, sum(principal) as principal from plans.positions where status = 'EARNING' group by 1) o
          on o.product_id = p.id
        where p.sold <> coalesce(o.principal, 0) limit 20`,
    },
    {
      // The hash that customers subscribed under is of the product's terms, written as in proofs/plans/terms.
      wrong: sql`
        select 'product ' || p.id as at, 'other terms than their hash' as found from plans.products p
        where p.terms_hash <> sha256(convert_to(format('l6;t15:evenhand.plan.1t36:%si%s;i%s;i%s;i%s;',
          p.id, p.days, p.daily_ppm, p.penalty_ppm, p.cooling_hours), 'UTF8')) limit 20`,
    },
    {
      // What two operators signed of a product, and nothing above the usual yield that no two have signed.
      wrong: sql`
        select 'product ' || coalesce(p.id, q.id) as at,
          case when p.id is null then 'gone' when q.id is null then 'approved by nobody' else 'other than was signed' end as found
        from plans.products p
        full join (select id, payload::jsonb as content from operators.change_requests
          where kind = 'plan.product' and status = 'APPLIED') q on q.id = p.id
        where (p.request_id is not null or q.id is not null or p.daily_ppm > 300)
          and (p.request_id, p.days::numeric, p.daily_ppm::numeric, p.penalty_ppm::numeric, p.min_amount::numeric, p.max_amount::numeric,
            p.capacity::numeric, p.replaces::text, p.board, p.board_reason) is distinct from
          (q.id, (q.content ->> 'days')::numeric, (q.content ->> 'dailyRate')::numeric * 10000,
            (q.content ->> 'penaltyRate')::numeric * 10000, (q.content ->> 'min')::numeric * 1000000,
            (q.content ->> 'max')::numeric * 1000000, (q.content ->> 'capacity')::numeric * 1000000, q.content ->> 'replaces',
            q.content ->> 'board', q.content ->> 'boardReason') limit 20`,
    },
    {
      // The terms of its product, and what follows from them and from the days that were paid.
      wrong: sql`
        select 'plan ' || p.order_no as at, format('%s, %s of %s days paid, %s returned', p.status, p.paid_days, p.days, p.returned) as found
        from plans.positions p left join plans.products t on t.id = p.product_id
        left join ledger.entries e on e.kind = 'plan.penalty' and e.ref = p.id and p.penalty > 0
        where ((p.days, p.daily_ppm, p.penalty_ppm, p.cooling_hours, p.terms_hash)
            = (t.days, t.daily_ppm, t.penalty_ppm, t.cooling_hours, t.terms_hash)
          and p.daily_yield = p.principal * p.daily_ppm / 1000000
          and case p.status
            when 'EARNING' then p.next_due = p.started_at + make_interval(hours => 24 * (p.paid_days + 1)) and p.paid_days < p.days
              and p.ended_at is null and p.penalty is null and p.returned is null
            when 'COMPLETED' then p.next_due is null and p.paid_days = p.days and p.penalty is null and p.returned = p.principal
              and p.ended_at = p.started_at + make_interval(hours => 24 * p.days)
            when 'EXITED' then p.next_due is null and p.paid_days < p.days and p.returned = p.principal - p.penalty
              and p.ended_at >= p.started_at + make_interval(hours => 24 * p.paid_days)
              and p.ended_at < p.started_at + make_interval(hours => 24 * (p.paid_days + 1))
              and (p.penalty = 0 or e.at = p.ended_at) end) is not true
        limit 20`,
    },
    {
      wrong: sql`
        select 'sums of all plans' as at, format('%s, and the positions say %s', t, s) as found
        from (select positions, principal, owed, paid, penalties from plans.totals) t,
          (select count(*) filter (where status = 'EARNING') as positions,
            coalesce(sum(principal) filter (where status = 'EARNING'), 0) as principal,
            coalesce(sum(daily_yield * (days - paid_days)) filter (where status = 'EARNING'), 0) as owed,
            coalesce(sum(daily_yield * paid_days), 0) as paid, coalesce(sum(penalty), 0) as penalties from plans.positions) s
        where (t.positions, t.principal, t.owed, t.paid, t.penalties) <> (s.positions, s.principal, s.owed, s.paid, s.penalties)`,
    },
    {
      // What leaving early came to, as in proofs/plans/early-exit.
      wrong: sql`
        select 'plan ' || p.order_no as at, format('a penalty of %s', p.penalty) as found from plans.positions p
        where p.status = 'EXITED' and p.penalty <> (case
          when p.ended_at < p.started_at + make_interval(hours => p.cooling_hours) then 0
          else ceil(p.principal::numeric * p.penalty_ppm * (p.days - p.paid_days) / (1000000 * p.days::numeric)) end) limit 20`,
    },
  ],
}
