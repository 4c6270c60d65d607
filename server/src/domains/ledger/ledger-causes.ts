import { assetScales } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import { assetIds } from './asset-ids.ts'
import type { Causes } from './audit-causes.ts'
import type { EntryCause, Select } from './entry-causes.ts'
import { virtualOpening } from './ledger.store.ts'

const account = (name: string): Select => sql`(select id from ledger.accounts where name = ${sql.lit(name)})`
const capital = account('house:capital')

const entries: readonly EntryCause[] = [
  {
    kind: 'virtual.opening',
    requested: sql`
      select substr(a.name, 6)::uuid as ref, null::bigint as entry, a.name as place, array[a.id, ${capital}] as accounts,
        array[2, 2]::smallint[] as assets, array[${sql.lit(virtualOpening.toString())}::bigint, -${sql.lit(virtualOpening.toString())}::bigint] as amounts
      from ledger.accounts a where a.name like 'user:%'`,
  },
  {
    // The house's own coins on their way to a custody from its capital or another custody: no customer, and one asset, for
    // what leaves that custody, or by a number of its own time.
    kind: 'custody.move',
    wrong: sql`
      select concat_ws(', ', format('entry %s', e.seq), e.kind, e.ref) as at, format('accounts %s, amounts %s', e.accounts, e.amounts) as found
      from ledger.entries e
      where e.kind = 'custody.move' and (cardinality(e.accounts) <> 2 or e.assets[1] <> e.assets[2] or exists (
        select from unnest(e.accounts) line(id) left join ledger.accounts a on a.id = line.id
        where a.name is null or (a.name <> 'house:capital' and a.name not like 'custody:%'))
        or exists (select from unnest(e.accounts, e.amounts) line(id, amount) join ledger.accounts a on a.id = line.id
          where a.name = 'house:capital' and line.amount <= 0)
        or (e.ref not in (select x.ref from ledger.entries x where x.kind in ('withdrawal', 'deposit.reversed'))
          and coalesce(uuid_extract_timestamp(e.ref) not between e.at and e.at + interval '1 second', true)))
      order by e.seq limit 20`,
  },
]

/** Assets are as the program knows them: what an amount is worth hangs on its decimals. */
const otherAssets = sql`
  select format('asset %s', coalesce(a.id, known.id)) as at, format('%s with %s decimals', a.name, a.scale) as found
  from ledger.assets a full join (values ${sql.join(
    Object.entries(assetIds).map(([name, id]) => {
      const scale = assetScales[name as keyof typeof assetIds]
      return sql`(${sql.lit(id)}, ${sql.lit(name)}, ${sql.lit(scale)})`
    }),
  )}) known(id, name, scale) on known.id = a.id
  where (a.name, a.scale) is distinct from (known.name, known.scale)`

/** What the ledger writes of its own accord, and what all of it stands on. */
export const ledgerCauses: Causes = { entries, holds: [], held: [], rules: [{ wrong: otherAssets }] }
