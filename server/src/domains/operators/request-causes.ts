import { sql } from '../../kernel/db/db.ts'
import { operatorRules } from './operator-causes.ts'
import { goneSubjects, joinPasskey, signedChecked, type Causes } from '../ledger/index.ts'

const capital = sql`(select ledger.account_named('house:capital'))`

/** Applied requests of a kind as the entries they request: against the house's capital, what two have signed. */
const requestsOf = (kind: string, account: ReturnType<typeof sql>) => sql`
  select q.id as ref, null::bigint as entry, ${sql.lit(`${kind} `)} || q.id as label, array[${capital}, a.id] as accounts,
    array[s.id, s.id] as assets, array[-units.whole, units.whole] as amounts
  from (select *, payload::jsonb as content from operators.change_requests where kind = ${sql.lit(kind)} and status = 'APPLIED') q
  left join ledger.accounts a on a.name = ${account}
  left join ledger.assets s on s.name = q.content ->> 'asset',
  lateral (select ((q.content ->> 'amount')::numeric * 10::numeric ^ s.scale)::bigint as whole) units`

/** What each of the two signed of a request that moves money, changes its terms, or stops it. */
const signatures = sql`
  select concat(case when q.kind in ('adjustment', 'reserve.topUp', 'withdrawal.limit') then q.kind else 'request' end, ' ', q.id,
      ', ', part.name) as at, q.kind || '.' || part.name as act, 'request:' || q.id as subject,
    fields.names || 'reason'::text as names, fields.values || q.reason as values, null as hash, part.assertion,
    k.public_key as "publicKey", coalesce(k.origin, part.assertion ->> 'origin') as origin
  from operators.change_requests q,
  lateral (select array_agg(key order by key collate "C") as names, array_agg(value order by key collate "C") as values
    from jsonb_each_text(q.payload::jsonb)) fields,
  lateral (values ('propose', q.proposed_by, q.proposal_assertion::jsonb), ('approve', q.decided_by, q.decision_assertion::jsonb))
    part(name, operator_id, assertion)
  ${joinPasskey(sql`part.operator_id`, sql`part.assertion`)}
  where q.kind in ('adjustment', 'reserve.topUp', 'withdrawal.limit', 'params', 'customer.restrict', 'customer.hold',
    'customer.holdReview', 'customer.release', 'role.grant', 'role.revoke', 'operator.invite', 'operator.end',
    'operator.networks', 'plan.product', 'plan.state') and q.status in ('APPROVED', 'SCHEDULED', 'APPLIED')
  order by q.decided_at desc limit ${sql.lit(signedChecked)}`

/** Adjustments against customers other than two have signed, or without their signatures. */
const otherDebits = sql`
  select concat('adjustment ', coalesce(q.id, d.request_id)) as at,
    case when d.request_id is null then 'gone' when q.id is null then 'approved by nobody' else 'other than was signed' end as found
  from (select r.id, r.status, r.payload::jsonb as content from operators.change_requests r
    where r.kind = 'adjustment' and r.status in ('SCHEDULED', 'APPLIED') and (r.payload::jsonb ->> 'amount')::numeric < 0) q
  full join (select * from operators.debits where status in ('ANNOUNCED', 'APPLIED')) d on d.request_id = q.id
  left join ledger.assets s on s.id = d.asset
  where (d.customer_id::text, s.name, d.entry_seq::text, d.units, d.status = 'APPLIED') is distinct from
    (q.content ->> 'customerId', q.content ->> 'asset', q.content ->> 'entry',
      -(q.content ->> 'amount')::numeric * 10::numeric ^ s.scale, q.status = 'APPLIED')
  limit 20`

/** Entries of which another sum is counted as taken back than adjustments take, or another as given. */
const otherEntryDebits = sql`
  select format('adjustments of entry %s', sums.entry_seq) as at,
    format('counted %s of %s, taken %s of %s', coalesce(sums.taken, 0), coalesce(sums.gave, 0), sums.units, coalesce(line.gave, 0)) as found
  from (select entry_seq, account_id, asset, max(taken) as taken, max(gave) as gave, max(units) as units from (
      select entry_seq, account_id, asset, taken::numeric, gave::numeric, 0::numeric as units from operators.entry_debits
      union all select entry_seq, account_id, asset, null, null, sum(units) from operators.debits
      where status in ('ANNOUNCED', 'APPLIED') group by 1, 2, 3) part
    group by 1, 2, 3) sums
  left join lateral (select sum(l.amount) as gave
    from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) l(account_id, asset, amount)
    where e.seq = sums.entry_seq and l.account_id = sums.account_id and l.asset = sums.asset) line on true
  where (sums.taken, sums.gave) is distinct from (sums.units, line.gave) limit 20`

/** Versions of parameters that are other than two have signed, in force too early, or missing. */
const otherParams = sql`
  select format('parameter %s, version %s', coalesce(p.key, q.content ->> 'key'), coalesce(p.version::text, q.content ->> 'version')) as at,
    case when p.key is null then 'gone' when q.id is null then 'approved by nobody' else 'other than was signed' end as found
  from operators.params p
  full join (select r.id, r.decided_at, r.payload::jsonb as content from operators.change_requests r
    where r.kind = 'params' and r.status in ('SCHEDULED', 'APPLIED')) q on q.id = p.request_id
  where (p.key, p.version::text, p.value) is distinct from (q.content ->> 'key', q.content ->> 'version', q.content ->> 'value')
    or p.applies_at < q.decided_at + interval '23 hours 59 minutes' limit 20`

/** Passkeys of a page whose registration is not in the record as they are, and software ones of a real operator. */
const otherPasskeys = sql`
  select concat('passkey of ', o.name) as at, case when k.origin is null then 'a software authenticator'
    when noted.hash is null then 'its registration is not in the record' else 'other' end as found
  from operators.passkeys k join operators.operators o on o.id = k.operator_id
  left join lateral (select a.after::jsonb ->> 'publicKey' as hash from operators.audit_entries a
    where a.act = 'operator.passkey' and a.subject = 'operator:' || k.operator_id
      and a.after::jsonb ->> 'credentialId' = translate(encode(k.credential_id, 'base64'), '+/=' || chr(10), '-_')
    order by a.seq limit 1) noted on true
  where case when k.origin is null then not o.sandbox else noted.hash is distinct from encode(sha256(k.public_key), 'hex') end
  limit 20`

/** What requests of operators move once two have signed them. */
export const requestCauses: Causes = {
  entries: [
    { kind: 'adjustment', requested: requestsOf('adjustment', sql`'user:' || (q.content ->> 'customerId')`) },
    { kind: 'reserve.topUp', requested: requestsOf('reserve.topUp', sql`q.content ->> 'account'`) },
  ],
  holds: [],
  held: [],
  rules: [
    { wrong: otherDebits },
    { wrong: otherEntryDebits },
    { wrong: otherParams },
    { wrong: otherPasskeys },
    ...operatorRules,
    goneSubjects('request', 'operators.change_requests'),
  ],
  signed: [{ signed: signatures }],
}
