import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const account = (name: string) => sql`(select ledger.account_named(${sql.lit(name)}))`
const custody = (chain: string) => sql`ledger.account_named('custody:' || ${sql.ref(chain)})`
const loss = account('house:reorg-loss')
const depositPlace = sql`'deposit DP' || lpad(d.order_no::text, 9, '0')`

/** What a reorganisation took and another block made good, or took now: the third line of the entry where it has one. */
const third = sql`case when cardinality(e.amounts) = 3 then e.amounts[3] else 0 end`
const lossLine = sql`case when cardinality(e.amounts) = 3 then array[${loss}] end`
const lossAsset = sql`case when cardinality(e.amounts) = 3 then array[d.asset] end`
const lossAmount = sql`case when cardinality(e.amounts) = 3 then array[e.amounts[3]] end`

/** Coins that came in and went back, and what they stand on: the credit of an output, once. */
export const depositCauses: Causes = {
  entries: [
    {
      kind: 'deposit',
      asked: sql`
      select d.id as ref, case when c.entry = d.entry then d.entry else -1 end as entry, ${depositPlace} as place,
        array[d.account_id, ${custody('d.chain')}] || ${lossLine} as accounts, array[d.asset, d.asset] || ${lossAsset} as assets,
        array[d.credited - ${third}, -d.credited] || ${lossAmount} as amounts
      from wallet.deposits d left join wallet.credits c on c.deposit_id = d.id left join ledger.entries e on e.seq = d.entry
      where d.status in ('CREDITED', 'REVERSED')`,
    },
    {
      kind: 'deposit.reversed',
      asked: sql`
      select d.id as ref, c.reversed_entry as entry, ${depositPlace} as place,
        array[d.account_id, ${custody('d.chain')}] || ${lossLine} as accounts, array[d.asset, d.asset] || ${lossAsset} as assets,
        array[-(d.credited + ${third}), d.credited] || ${lossAmount} as amounts
      from wallet.deposits d left join wallet.credits c on c.deposit_id = d.id left join ledger.entries e on e.seq = c.reversed_entry
      where d.status = 'REVERSED'`,
    },
  ],
  holds: [],
  rules: [],
}
