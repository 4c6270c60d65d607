import { sql } from '../../kernel/db/db.ts'
import type { LedgerRule } from '../ledger/index.ts'

// What operators may do, and whom they restrict, against what two have signed and what is recorded.

const subjectOf = sql`'operator:' || o.id`

/** Applied requests about operators: by name, the newest first. */
const changes = sql`
  select q.payload::jsonb ->> 'operator' as name, q.payload::jsonb ->> 'role' as role, q.payload::jsonb ->> 'networks' as networks,
    q.kind, row_number() over (order by q.applied_at desc, q.id desc) as newest
  from operators.change_requests q
  where q.kind in ('role.grant', 'role.revoke', 'operator.invite', 'operator.end', 'operator.networks') and q.status = 'APPLIED'`

/**
 * Roles that no request gave or took. They come from the newest request that two have signed about a role of an operator
 * (an invitation is about all of them); before it from the command on the machine, or, for those of a sandbox, from their name.
 */
const otherRoles: LedgerRule = {
  wrong: sql`
    with change as (${changes}),
    given as (
      select o.id, r.role, coalesce(
        (select c.kind <> 'role.revoke' and c.role = r.role from change c
          where c.name = o.name and (c.kind = 'operator.invite' or c.kind in ('role.grant', 'role.revoke') and c.role = r.role)
          order by c.newest limit 1),
        case when o.sandbox then o.name in ('sandbox-' || r.role, 'sandbox-' || r.role || '-2')
          else exists (select from operators.audit_entries a where a.act = 'operator.create' and a.subject = ${subjectOf}
            and a.after::jsonb ->> 'role' = r.role) end) as held
      from operators.operators o,
        unnest(array['superadmin', 'kyc', 'finance1', 'finance2', 'risk', 'support', 'content', 'charity', 'auditor']) r(role))
    select format('role %s of %s', g.role, o.name) as at,
      case when g.held then 'gone' else 'given by nobody' end as found
    from given g join operators.operators o on o.id = g.id
    left join operators.roles r on r.operator_id = g.id and r.role = g.role
    where g.held <> (r.role is not null) order by 1 limit 20`,
}

/** Operators who were ended and are not, or the other way round, and networks without a signature. */
const otherOperators: LedgerRule = {
  wrong: sql`
    with change as (${changes})
    select 'operator ' || o.name as at, 'status ' || o.status as found
    from operators.operators o
    where (o.status = 'ENDED') <> exists (select from change c where c.name = o.name and c.kind = 'operator.end')
    union all
    select 'networks of ' || o.name, array_to_string(o.networks, ',')
    from operators.operators o
    where coalesce(nullif(array_to_string(o.networks, ','), ''), 'any') <> coalesce(
      (select c.networks from change c where c.name = o.name and c.kind = 'operator.networks' order by c.newest limit 1), 'any')
    limit 20`,
}

/** Every restriction and its end there has been: by one operator according to the record, by two as they have signed. */
const restrictionSteps = sql`
  select split_part(a.subject, ':', 2) as customer, a.after::jsonb ->> 'reasonCode' as reason, a.reason as note,
    null::uuid as request_id, a.operator_id, a.act = 'user.restrict' as stops, a.at, a.at + 72 * 3600000 as ends
  from operators.audit_entries a where a.act in ('user.restrict', 'user.allow')
  union all
  select q.payload::jsonb ->> 'customerId', q.payload::jsonb ->> 'reasonCode', q.reason, q.id, q.proposed_by, true, applied.at,
    applied.at + (q.payload::jsonb ->> 'days')::bigint * 24 * 3600000
  from operators.change_requests q, lateral (select (extract(epoch from q.applied_at) * 1000)::bigint as at) applied
  where q.kind = 'customer.restrict' and q.status = 'APPLIED'`

/** Restrictions without an audit entry, other than in theirs, or gone before their end; and their public count. */
const otherRestrictions: LedgerRule = {
  wrong: sql`
    with step as (${restrictionSteps}),
    last as (select distinct on (customer) * from step order by customer, at desc, stops),
    kept as (select r.*, r.customer_id::text as customer, (extract(epoch from r.ends_at) * 1000)::bigint as ends from operators.restrictions r)
    select 'restriction of customer ' || coalesce(k.customer, l.customer) as at,
      case when k.customer is null then 'gone' when l.customer is null then 'laid by nobody' else 'other than was said' end as found
    from (select * from last where stops) l full join kept k on k.customer = l.customer
    where case when k.customer is null then l.ends > (extract(epoch from sandbox.product_time()) * 1000)::bigint
      else (k.reason, k.note, k.request_id, k.operator_id) is distinct from (l.reason, l.note, l.request_id, l.operator_id)
        or abs(k.ends - l.ends) > 60000 end
    union all
    select 'customer ' || c.id, format('status %s, and the restriction says otherwise', c.status)
    from accounts.customers c left join kept k on k.customer_id = c.id
    where c.status in ('ACTIVE', 'RESTRICTED') and (c.status = 'RESTRICTED') <> (k.customer is not null)
    union all
    select 'restrictions of customer ' || coalesce(s.customer, g.customer),
      format('counted %s, laid %s', coalesce(g.times, 0), coalesce(s.times, 0))
    from (select customer, reason, request_id is not null as two, count(*) as times from step where stops group by 1, 2, 3) s
    full join (select customer_id::text as customer, reason, by_two as two, count(*) as times from operators.restriction_log group by 1, 2, 3) g
      on (g.customer, g.reason, g.two) = (s.customer, s.reason, s.two)
    where s.times is distinct from g.times
    limit 20`,
}

export const operatorRules: readonly LedgerRule[] = [otherRoles, otherOperators, otherRestrictions]
