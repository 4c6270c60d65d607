import { maxByOnePerson } from '@evenhand/protocol/funds.ts'
import { sql } from '../../kernel/db/db.ts'
import { goneSubjects, joinPasskey, signedAmount, signedChecked, type Causes } from '../ledger/index.ts'
import { otherCreditKept, otherKept, otherWorth } from './kept-causes.ts'

const account = (name: string) => sql`(select ledger.account_named(${sql.lit(name)}))`
const custody = (chain: string) => sql`ledger.account_named('custody:' || ${sql.ref(chain)})`
const loss = account('house:reorg-loss')
const depositLabel = sql`'deposit DP' || lpad(d.order_no::text, 9, '0')`

/** What a reorganisation took and another block made good, or took now: the third line of the entry where it has one. */
const third = sql`case when cardinality(e.amounts) = 3 then e.amounts[3] else 0 end`
const lossLine = sql`case when cardinality(e.amounts) = 3 then array[${loss}] end`
const lossAsset = sql`case when cardinality(e.amounts) = 3 then array[d.asset] end`
const lossAmount = sql`case when cardinality(e.amounts) = 3 then array[e.amounts[3]] end`

/** Approvals of a credit that are over the same values, of the round in which it was credited. */
const given = sql`(select coalesce(max(n), 0) from (
  select count(*) as n from wallet.deposit_approvals a
  where a.deposit_id = d.id and a.round = d.round and a.withdrawn_at is null and a.amount = d.credited
  group by a.from_address, a.credited_before) alike)`
const needed = sql`case when d.credited <> d.amount or d.source = 'OPERATOR' or d.reference is not null
  or d.credited_usdt is null or d.credited_usdt > ${sql.lit(maxByOnePerson.toString())}::bigint then 2 else 1 end`

/** The watcher has read the chain of a deposit up to a block; it keeps the last blocks that it read. */
const wasRead = (height: ReturnType<typeof sql>) =>
  sql`(${height} is null or exists (select from wallet.chain_blocks b where b.chain = d.chain and b.height >= ${height}))`

/** A credit by hand without the operators whom it takes, one of the chain without its transfer, and one under another output. */
const unproved = sql`
  select ${depositLabel} as at, case
    when (c.chain, c.tx_hash, c.vout, c.part) is distinct from (d.chain, d.tx_hash, d.vout, d.part)
      then format('credited as output %s of %s %s', c.vout, c.chain, c.tx_hash)
    when c.by_hand then format('credited with %s of %s approvals', ${given}, ${needed})
    else 'credited for a transfer that no chain shows' end as found
  from wallet.credits c join wallet.deposits d on d.id = c.deposit_id
  where (c.chain, c.tx_hash, c.vout, c.part) is distinct from (d.chain, d.tx_hash, d.vout, d.part)
    or (c.by_hand and ${given} < ${needed})
    or (not c.by_hand and d.status = 'CREDITED'
      and not exists (select from wallet.arrivals v
        where v.deposit_id = d.id and v.amount = d.credited and ${wasRead(sql`v.height`)})
      and not exists (select from wallet.shared_outputs v
        where v.deposit_id = d.id and v.amount = d.credited and ${wasRead(sql`v.height`)}))
  order by d.order_no limit 20`

const approvals = sql`
  select concat(${depositLabel}, ', approval of ', a.operator_name) as at, 'deposit.credit' as act, 'deposit:' || d.id as subject,
    array['customer', 'coin', 'network', 'txHash', 'round', 'revision', 'claimed', 'amount', 'fromAddress']
      || case when d.part then array['creditedBefore'] end as names,
    array[d.customer_id::text, s.name, d.network, d.tx_hash, a.round::text, a.revision::text, ${signedAmount(sql`d.amount`)},
      ${signedAmount(sql`a.amount`)}, a.from_address] || case when d.part then array[${signedAmount(sql`a.credited_before`)}] end as values,
    null as hash, a.assertion, k.public_key as "publicKey", coalesce(k.origin, a.assertion ->> 'origin') as origin
  from wallet.deposit_approvals a join wallet.deposits d on d.id = a.deposit_id and d.round = a.round
  join ledger.assets s on s.id = d.asset ${joinPasskey(sql`a.operator_id`, sql`a.assertion`)}
  where a.withdrawn_at is null and d.status in ('CREDITED', 'REVERSED')
  order by a.at desc limit ${sql.lit(signedChecked)}`

/** Debts that no reversal left: the next credit of the customer would pay them. */
const madeUpDebts = sql`
  select ${depositLabel} as at, 'nothing that asks for it' as found
  from wallet.debts b join wallet.deposits d on d.id = b.deposit_id
  where d.status <> 'REVERSED' or (b.customer_id, b.account_id, b.asset) <> (d.customer_id, d.account_id, d.asset) or b.amount > d.credited
  order by d.order_no limit 20`

/** Coins that came in and went back, and what they stand on: the credit of an output, once. */
export const depositCauses: Causes = {
  entries: [
    {
      kind: 'deposit',
      requested: sql`
      select d.id as ref, case when c.entry = d.entry then d.entry else -1 end as entry, ${depositLabel} as label,
        array[d.account_id, ${custody('d.chain')}] || ${lossLine} as accounts, array[d.asset, d.asset] || ${lossAsset} as assets,
        array[d.credited - ${third}, -d.credited] || ${lossAmount} as amounts
      from wallet.deposits d left join wallet.credits c on c.deposit_id = d.id left join ledger.entries e on e.seq = d.entry
      where d.status in ('CREDITED', 'REVERSED')`,
    },
    {
      kind: 'deposit.reversed',
      requested: sql`
      select d.id as ref, c.reversed_entry as entry, ${depositLabel} as label,
        array[d.account_id, ${custody('d.chain')}] || ${lossLine} as accounts, array[d.asset, d.asset] || ${lossAsset} as assets,
        array[-(d.credited + ${third}), d.credited] || ${lossAmount} as amounts
      from wallet.deposits d left join wallet.credits c on c.deposit_id = d.id left join ledger.entries e on e.seq = c.reversed_entry
      where d.status = 'REVERSED'`,
    },
  ],
  holds: [],
  held: [],
  rules: [
    { wrong: unproved },
    { wrong: madeUpDebts },
    otherKept,
    otherCreditKept,
    otherWorth,
    goneSubjects('deposit', 'wallet.deposits'),
  ],
  signed: [{ signed: approvals }],
}
