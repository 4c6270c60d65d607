import { sql } from '../../kernel/db/db.ts'
import { joinPasskey, signedChecked, type Causes } from '../ledger/index.ts'

const capital = sql`(select ledger.account_named('house:capital'))`

/** Applied requests of a kind as the entries they request: against the house's capital, what two have signed. */
const requestsOf = (kind: string, account: ReturnType<typeof sql>) => sql`
  select q.id as ref, null::bigint as entry, ${sql.lit(`${kind} `)} || q.id as place, array[${capital}, a.id] as accounts,
    array[s.id, s.id] as assets, array[-units.whole, units.whole] as amounts
  from (select *, payload::jsonb as content from operators.change_requests where kind = ${sql.lit(kind)} and status = 'APPLIED') q
  left join ledger.accounts a on a.name = ${account}
  left join ledger.assets s on s.name = q.content ->> 'asset',
  lateral (select ((q.content ->> 'amount')::numeric * 10::numeric ^ s.scale)::bigint as whole) units`

/** What each of the two signed of a request that moves money. */
const signatures = sql`
  select concat(q.kind, ' ', q.id, ', ', part.name) as at, q.kind || '.' || part.name as act, 'request:' || q.id as subject,
    fields.names || 'reason'::text as names, fields.values || q.reason as values, null as hash, part.assertion,
    k.public_key as "publicKey", coalesce(k.origin, part.assertion ->> 'origin') as origin
  from operators.change_requests q,
  lateral (select array_agg(key order by key collate "C") as names, array_agg(value order by key collate "C") as values
    from jsonb_each_text(q.payload::jsonb)) fields,
  lateral (values ('propose', q.proposed_by, q.proposal_assertion::jsonb), ('approve', q.decided_by, q.decision_assertion::jsonb))
    part(name, operator_id, assertion)
  ${joinPasskey(sql`part.operator_id`, sql`part.assertion`)}
  where q.kind in ('adjustment', 'reserve.topUp', 'withdrawal.limit') and q.status in ('APPROVED', 'SCHEDULED', 'APPLIED')
  order by q.decided_at desc limit ${sql.lit(signedChecked)}`

/** What requests of operators move once two have signed them. */
export const requestCauses: Causes = {
  entries: [
    { kind: 'adjustment', requested: requestsOf('adjustment', sql`'user:' || (q.content ->> 'customerId')`) },
    { kind: 'reserve.topUp', requested: requestsOf('reserve.topUp', sql`q.content ->> 'account'`) },
  ],
  holds: [],
  rules: [],
  signed: [{ signed: signatures }],
}
