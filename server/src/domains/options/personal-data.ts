import type { Db } from '../../kernel/db/db.ts'
import { exportTables, withReceipts, type ExportSection, type ReceiptOf } from '../../kernel/module/data-export.ts'

const terms =
  "id, order_no, case asset when 2 then 'virtual' else 'real' end as account, direction, stake::text as stake_units, payout_ppm, limit_time, accepted_at"

/** What the export of a customer contains of options: every order with its receipt, as it runs and as it ended. */
export const optionsExport = (db: Db<'options'>, receipt: ReceiptOf): ExportSection[] =>
  exportTables(db, {
    'options.open_orders': { columns: terms, by: 'account_id', order: 'id' },
    'options.orders': {
      columns: `${terms}, status, void_reason, gain::text as gain_units, expires_at, settled_at`,
      by: 'account_id',
      order: 'id',
    },
  }).map((section) => withReceipts(section, receipt))
