import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { ConversionsDb } from './conversions.store.ts'

/** What conversions hold of a customer. Amounts in smallest units. */
export const conversionsExport = (db: ConversionsDb): ExportSection[] =>
  exportTables(db, {
    'wallet.conversion_quotes': {
      columns: 'id, amount::text as amount_units, received::text as received_units, at, ends_at',
      by: 'customer_id',
      order: 'id',
    },
    'wallet.conversions': {
      columns: `id, order_no, ledger.asset_name(from_asset) as from_asset,
        ledger.asset_name(to_asset) as to_asset, amount::text as amount_units, fee::text as fee_units,
        received::text as received_units, price, ticks, entry::text, accepted_at, done_at`,
      by: 'customer_id',
      order: 'id',
    },
  })
