import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const capital = sql`(select ledger.account_named('house:capital'))`

/** Entries that move anything but virtual money between their customer and the house's capital, or that no row stands for. */
const virtualWithout = (kind: string, row: ReturnType<typeof sql>) => sql`
  select concat_ws(', ', format('entry %s', e.seq), e.kind, e.ref) as at, format('accounts %s, amounts %s', e.accounts, e.amounts) as found
  from ledger.entries e
  where e.kind = ${sql.lit(kind)} and (e.accounts is distinct from array[e.owner, ${capital}] or e.assets <> array[2, 2]::smallint[]
    or not exists (${row}))
  order by e.seq limit 20`

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
  rules: [
    {
      wrong: sql`
        select 'customer ' || c.id as at, format('on the account %s', coalesce(a.name, '#' || c.account_id)) as found
        from accounts.customers c left join ledger.accounts a on a.id = c.account_id
        where a.name is distinct from 'user:' || c.id limit 20`,
    },
  ],
}
