import { sql } from '../../kernel/db/db.ts'
import { goneSubjects, type Causes } from '../ledger/index.ts'

const capital = sql`(select ledger.account_named('house:capital'))`

/** Entries that move anything but virtual money between their customer and the house's capital, or that no row stands for. */
const virtualWithout = (kind: string, row: ReturnType<typeof sql>) => sql`
  select concat_ws(', ', format('entry %s', e.seq), e.kind, e.ref) as at, format('accounts %s, amounts %s', e.accounts, e.amounts) as found
  from ledger.entries e
  where e.kind = ${sql.lit(kind)} and (e.accounts is distinct from array[e.owner, ${capital}] or e.assets <> array[2, 2]::smallint[]
    or not exists (${row}))
  order by e.seq limit 20`

/** Legal holds other than two operators signed, lifted without a request, or missing in the status of a notified customer. */
const otherHolds = sql`
  with signed as (select distinct on (r.payload::jsonb ->> 'customerId') r.id, r.kind, r.payload::jsonb as content
    from operators.change_requests r
    where r.kind in ('customer.hold', 'customer.holdReview', 'customer.release') and r.status = 'APPLIED'
    order by r.payload::jsonb ->> 'customerId', r.applied_at desc)
  select 'legal hold of customer ' || coalesce(h.customer_id::text, q.content ->> 'customerId') as at,
    case when h.request_id is null then 'gone' when q.id is null then 'approved by nobody' else 'other than was signed' end as found
  from (select * from signed where kind <> 'customer.release') q
  full join (select * from accounts.legal_holds where lifted_at is null) h on h.request_id = q.id
  left join files.files f on f.id = h.file_id
  where (h.customer_id::text, h.reference, h.tell::text, h.file_id::text, h.review_on::text, encode(f.sha256, 'hex')) is distinct from
    (q.content ->> 'customerId', q.content ->> 'reference', q.content ->> 'tell', q.content ->> 'document', q.content ->> 'reviewOn',
      q.content ->> 'sha256')
  union all
  select 'customer ' || c.id, format('status %s, and the legal hold says otherwise', c.status)
  from accounts.customers c left join accounts.legal_holds h on h.customer_id = c.id and h.lifted_at is null
  where c.status <> 'CLOSED' and (c.status = 'LEGAL_HOLD') <> coalesce(h.tell, false) limit 20`

/** What stands for virtual money that is brought back or taken, and that every customer stands on the account of his id. */
export const accountCauses: Causes = {
  entries: [
    {
      kind: 'virtual.reset',
      wrong: virtualWithout(
        'virtual.reset',
        sql`select from accounts.resets r join accounts.customers c on c.id = r.customer_id where r.id = e.ref and c.account_id = e.owner`,
      ),
    },
    {
      kind: 'virtual.closing',
      wrong: virtualWithout(
        'virtual.closing',
        sql`select from accounts.customers c where c.account_id = e.owner and c.status = 'CLOSED' and e.amounts[1] < 0`,
      ),
    },
  ],
  holds: [],
  held: [],
  rules: [
    { wrong: otherHolds },
    goneSubjects('user', 'accounts.customers', 'customer'),
    {
      wrong: sql`
        select 'customer ' || c.id as at, format('on the account %s', coalesce(a.name, '#' || c.account_id)) as found
        from accounts.customers c left join ledger.accounts a on a.id = c.account_id
        where a.name is distinct from 'user:' || c.id limit 20`,
    },
  ],
}
