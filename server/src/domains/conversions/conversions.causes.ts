import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const account = (name: string) => sql`(select ledger.account_named(${sql.lit(name)}))`

const inventory = account('house:inventory')

/** One coin for another, through the house's inventory, and what that was opened with. */
export const conversionCauses: Causes = {
  entries: [
    {
      kind: 'convert',
      requested: sql`
      select c.id as ref, c.entry, 'conversion CV' || lpad(c.order_no::text, 9, '0') as label,
        array[c.account_id, ${inventory}, ${account('revenue:convert')}, c.account_id, ${inventory}] as accounts,
        array[c.from_asset, c.from_asset, c.from_asset, c.to_asset, c.to_asset] as assets,
        array[-c.amount, c.amount - c.fee, c.fee, c.received, -c.received] as amounts
      from wallet.conversions c`,
    },
    {
      kind: 'inventory.opening',
      wrong: sql`
      select concat_ws(', ', format('entry %s', min(e.seq)), e.kind, min(e.ref::text)) as at,
        format('%s openings of asset %s, accounts %s', count(*), e.assets[1], min(e.accounts::text)) as found
      from ledger.entries e
      where e.kind = 'inventory.opening' group by e.kind, e.assets, e.accounts
      having count(*) > 1 or e.accounts <> array[${inventory}, ${account('house:capital')}]
        or not exists (select from wallet.inventory_openings o where e.assets = array[o.asset, o.asset])`,
    },
  ],
  holds: [],
  held: [],
  rules: [],
}
