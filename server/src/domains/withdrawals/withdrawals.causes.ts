import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const account = (name: string) => sql`(select ledger.account_named(${sql.lit(name)}))`
const custody = (chain: string) => sql`ledger.account_named('custody:' || ${sql.ref(chain)})`

const withdrawalPlace = sql`'withdrawal ' || w.order_no`

/** Coins that left: the net through the custody of the chain, the fee to the house. */
export const withdrawalCauses: Causes = {
  entries: [
    {
      kind: 'withdrawal',
      asked: sql`
      select w.id as ref, null::bigint as entry, ${withdrawalPlace} as place, array[w.account_id, ${custody('w.chain')}] as accounts,
        array[w.asset, w.asset] as assets, array[-w.net, w.net] as amounts
      from wallet.withdrawals w where w.status = 'COMPLETED'`,
    },
    {
      kind: 'withdrawal.fee',
      asked: sql`
      select w.id as ref, null::bigint as entry, ${withdrawalPlace} as place, array[w.account_id, ${account('revenue:withdraw')}] as accounts,
        array[w.asset, w.asset] as assets, array[-w.fee, w.fee] as amounts
      from wallet.withdrawals w where w.status = 'COMPLETED' and w.fee > 0`,
    },
  ],
  holds: [
    {
      asked: sql`
        select w.id, ${withdrawalPlace} as place, w.account_id, w.asset, w.amount, null::bigint as house_amount
        from wallet.withdrawals w where w.status not in ('COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED')`,
    },
  ],
  rules: [],
}
