import { assetScales } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import { assetIds } from './asset-ids.ts'
import { needlessCovers, needlessPayoutMoves, strangeMoves } from './custody-moves.ts'
import type { Causes } from './audit-causes.ts'
import type { EntryCause, Select } from './entry-causes.ts'
import { virtualOpening } from './ledger.store.ts'

const account = (name: string): Select => sql`(select id from ledger.accounts where name = ${sql.lit(name)})`
const capital = account('house:capital')

const entries: readonly EntryCause[] = [
  {
    kind: 'virtual.opening',
    requested: sql`
      select substr(a.name, 6)::uuid as ref, null::bigint as entry, a.name as label, array[a.id, ${capital}] as accounts,
        array[2, 2]::smallint[] as assets, array[${sql.lit(virtualOpening.toString())}::bigint, -${sql.lit(virtualOpening.toString())}::bigint] as amounts
      from ledger.accounts a where a.name like 'user:%'`,
  },
  { kind: 'custody.move', wrong: strangeMoves },
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
export const ledgerCauses: Causes = {
  entries,
  holds: [],
  held: [],
  rules: [{ wrong: otherAssets }, { wrong: needlessPayoutMoves }, { wrong: needlessCovers }],
}
