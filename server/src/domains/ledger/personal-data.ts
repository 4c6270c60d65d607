import { moneyText, type Asset } from '@evenhand/protocol/money.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import { exportTables, malformedCursor, type ExportSection } from '../../kernel/module/data-export.ts'
import { assetIds } from './asset-ids.ts'
import { newestEntry, readStatement } from './statement.ts'

const assets = Object.keys(assetIds) as Asset[]
const maxEntries = 500

/** How many lines the pages before had. Entries come after all others and none goes: their number is the cursor. */
function readBefore(after: string | undefined): number {
  if (after === undefined) return 0
  const { read } = JSON.parse(after) as { read?: unknown }
  if (typeof read !== 'number' || !Number.isSafeInteger(read) || read < 0) throw malformedCursor()
  return read
}

/** What the ledger exports of a customer: balances, holds, keys of calls, and every entry. Amounts are decimals. */
export const ledgerExport = (db: Db<'ledger'>): ExportSection[] => [
  ...exportTables(db, {
    'ledger.balances': {
      columns:
        '(select name from ledger.assets a where a.id = asset) as asset, free::text as free_units, held::text as held_units',
      by: 'account_id',
      order: 'asset',
    },
    'ledger.holds': {
      columns: 'id, at, (select name from ledger.assets a where a.id = asset) as asset, amount::text as amount_units',
      by: 'account_id',
      order: 'id',
    },
    'ledger.keys': { columns: 'key, route, ref, at', by: 'account_id', order: 'key, route' },
  }),
  {
    tables: ['ledger.entries'],
    max: maxEntries,
    async read({ accountId }, { after, limit }) {
      const offset = readBefore(after)
      const upTo = await newestEntry(db, accountId)
      const lines = await readStatement(db, { accountId, assets, upTo, oldestFirst: true }, { offset, limit })
      const rows = lines.map(({ seq, at, kind, ref, asset, units, balance }) => ({
        seq: seq.toString(),
        at: dateOf(at).toISOString(),
        kind,
        ref,
        asset,
        amount: moneyText({ asset, units }),
        balance: moneyText({ asset, units: balance }),
      }))
      return { tables: { 'ledger.entries': rows }, last: JSON.stringify({ read: offset + rows.length }) }
    },
  },
]
