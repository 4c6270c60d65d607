import type { Db } from '../../kernel/db/db.ts'
import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'

/** What the markets hold of a customer: watchlists and drawings. */
export const marketsExport = (db: Db<'markets'>): ExportSection[] =>
  exportTables(db, {
    'markets.watchlists': { columns: 'id, place, name, codes', by: 'account_id', order: 'place' },
    'markets.drawings': { columns: 'code, version::text, drawings', by: 'customer_id', order: 'code' },
  })
