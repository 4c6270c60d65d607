import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const capital = sql`(select ledger.account_named('house:capital'))`

/** Applied requests of a kind as the entries they ask for: against the house's capital, what two have signed. */
const requestsOf = (kind: string, account: ReturnType<typeof sql>) => sql`
  select q.id as ref, null::bigint as entry, ${sql.lit(`${kind} `)} || q.id as place, array[${capital}, a.id] as accounts,
    array[s.id, s.id] as assets, array[-units.whole, units.whole] as amounts
  from (select *, payload::jsonb as said from operators.change_requests where kind = ${sql.lit(kind)} and status = 'APPLIED') q
  left join ledger.accounts a on a.name = ${account}
  left join ledger.assets s on s.name = q.said ->> 'asset',
  lateral (select ((q.said ->> 'amount')::numeric * 10::numeric ^ s.scale)::bigint as whole) units`

/** What requests of operators move once two have signed them. */
export const requestCauses: Causes = {
  entries: [
    { kind: 'adjustment', asked: requestsOf('adjustment', sql`'user:' || (q.said ->> 'customerId')`) },
    { kind: 'reserve.topUp', asked: requestsOf('reserve.topUp', sql`q.said ->> 'account'`) },
  ],
  holds: [],
  rules: [],
}
