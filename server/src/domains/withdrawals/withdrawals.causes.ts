import { sql, type Fragment } from '../../kernel/db/db.ts'
import { goneSubjects, joinPasskey, signedAmount, signedChecked, type Causes } from '../ledger/index.ts'

const account = (name: string) => sql`(select ledger.account_named(${sql.lit(name)}))`
const custody = (chain: string) => sql`ledger.account_named('custody:' || ${sql.ref(chain)})`

/** Loan money goes back to the house's capital, and the same sum of USDT from there onward. */
const isLent = sql`w.asset = 3`
const accountsTo = (to: Fragment) => sql`case when ${isLent}
  then array[w.account_id, ${account('house:capital')}, ${account('house:capital')}, ${to}] else array[w.account_id, ${to}] end`
const assets = sql`case when ${isLent} then array[3, 3, 1, 1]::smallint[] else array[w.asset, w.asset] end`
const amounts = (units: Fragment) => sql`case when ${isLent}
  then array[-${units}, ${units}, -${units}, ${units}] else array[-${units}, ${units}] end`

const withdrawalLabel = sql`'withdrawal ' || w.order_no`

const terms = sql`
  array['orderNo', 'customer', 'method', 'network', 'address', 'memo', 'coin', 'amount', 'fee', 'net', 'requestedAt'] as names,
  array[w.order_no::text, w.customer_id::text, w.method, w.network, w.address, coalesce(w.memo, ''), w.coin,
    ${signedAmount(sql`w.amount`)}, ${signedAmount(sql`w.fee`)}, ${signedAmount(sql`w.net`)},
    round(extract(epoch from w.requested_at) * 1000)::bigint::text] as values`

/** Every withdrawal is what was requested and hashed then. */
const hashed = sql`
  select ${withdrawalLabel} as at, 'withdrawal.approve' as act, 'withdrawal:' || w.id as subject, ${terms},
    encode(w.payload_hash, 'hex') as hash, null as assertion, null as "publicKey", null as origin
  from wallet.withdrawals w join ledger.assets s on s.id = w.asset
  order by w.requested_at desc limit ${sql.lit(signedChecked)}`

const approvals = sql`
  select concat(${withdrawalLabel}, ', approval of ', v.operator_name) as at, 'withdrawal.approve' as act, 'withdrawal:' || w.id as subject,
    ${terms}, null as hash, v.assertion::jsonb as assertion, k.public_key as "publicKey", coalesce(k.origin, v.assertion::jsonb ->> 'origin') as origin
  from wallet.withdrawal_verdicts v join wallet.withdrawals w on w.id = v.withdrawal_id
  join ledger.assets s on s.id = w.asset ${joinPasskey(sql`v.operator_id`, sql`v.assertion::jsonb`)}
  where v.verdict = 'APPROVE' order by v.at desc limit ${sql.lit(signedChecked)}`

/** What is on its way out, or left, without the approvals that it takes. */
const unapproved = sql`
  select ${withdrawalLabel} as at, format('%s with %s of %s approvals', w.status, given.n, w.approvals_needed) as found
  from wallet.withdrawals w, lateral (select count(*) as n from wallet.withdrawal_verdicts v
    where v.withdrawal_id = w.id and v.verdict = 'APPROVE' and v.payload_hash = w.payload_hash
      and not exists (select from wallet.withdrawal_verdicts r
        where r.withdrawal_id = w.id and r.operator_id = v.operator_id and r.verdict = 'REJECT')) given
  where w.status in ('APPROVED', 'PROCESSING', 'BROADCAST', 'COMPLETED') and given.n < w.approvals_needed
  order by w.requested_at limit 20`

/** What is to go, or went, to another address than the one of the book that its customer chose; those of the book never change. */
const elsewhere = sql`
  select ${withdrawalLabel} as at, 'other than was signed' as found
  from wallet.withdrawals w left join wallet.addresses a on a.id = w.address_id
  where (a.customer_id, a.coin, a.network, a.address, a.memo) is distinct from (w.customer_id, w.coin, w.network, w.address, w.memo)
  order by w.requested_at limit 20`

/** Coins that left: the net through the custody of the chain, the fee to the house. */
export const withdrawalCauses: Causes = {
  entries: [
    {
      kind: 'withdrawal',
      requested: sql`
      select w.id as ref, null::bigint as entry, ${withdrawalLabel} as label, ${accountsTo(custody('w.chain'))} as accounts,
        ${assets} as assets, ${amounts(sql`w.net`)} as amounts
      from wallet.withdrawals w where w.status = 'COMPLETED'`,
    },
    {
      kind: 'withdrawal.fee',
      requested: sql`
      select w.id as ref, null::bigint as entry, ${withdrawalLabel} as label, ${accountsTo(account('revenue:withdraw'))} as accounts,
        ${assets} as assets, ${amounts(sql`w.fee`)} as amounts
      from wallet.withdrawals w where w.status = 'COMPLETED' and w.fee > 0`,
    },
  ],
  holds: [
    {
      requested: sql`
        select w.id, ${withdrawalLabel} as label, w.account_id, w.asset, w.amount
        from wallet.withdrawals w where w.status not in ('COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED')`,
    },
  ],
  held: [],
  rules: [{ wrong: unapproved }, { wrong: elsewhere }, goneSubjects('withdrawal', 'wallet.withdrawals')],
  signed: [{ signed: hashed }, { signed: approvals }],
}
