import type { Db } from '../../kernel/db/db.ts'
import { exportTables, withReceipts, type ExportSection, type ReceiptOf } from '../../kernel/module/data-export.ts'

const account = `case asset when 2 then 'virtual' else 'real' end as account`
const order = `id, order_no, ${account}, instrument_id, case side when 1 then 'BUY' else 'SELL' end as side, order_type,
  lots::text as lots_hundredths, leverage, stop_loss::text, take_profit::text, accepted_at, terms_version, fee_discount_ppm`
const byAccount = { by: 'account_id', order: 'id' } as const

/**
 * What contracts hold of a customer: each order, position and closing with the document that checks it, and every signed
 * record. Amounts in smallest units, prices in units of the record.
 */
export const contractsExport = (db: Db<'contracts'>, receipt: ReceiptOf): ExportSection[] => [
  ...exportTables(db, {
    'contracts.orders': {
      ...byAccount,
      columns: `${order}, price::text, max_slippage, waits_until, seen_seq::text, seen_price::text, held::text as held_units`,
    },
    'contracts.positions': {
      ...byAccount,
      columns: `${order}, units::text, open_price::text, open_seq::text, open_ts, margin::text as margin_units,
        fee_open::text as fee_open_units, financing::text as financing_units, close_out::text, expires_at`,
    },
    'contracts.history': {
      ...byAccount,
      columns: `${order}, parent_id, units::text, status, open_price::text, open_ts, close_price::text, close_ts, close_reason,
        margin::text as margin_units, fee_open::text as fee_open_units, fee_close::text as fee_close_units,
        financing::text as financing_units, profit::text as profit_units, short::text as short_units,
        repaid::text as repaid_units, ended_at`,
    },
  }).map((section) => withReceipts(section, receipt)),
  ...exportTables(db, {
    'contracts.requests': {
      ...byAccount,
      columns: 'id, order_id, kind, lots::text, stop_loss::text, take_profit::text, accepted_at, outcome',
    },
    'contracts.accounts': {
      by: 'account_id',
      order: 'asset',
      columns: `${account}, debt::text as debt_units, warned, closing_id`,
    },
    'contracts.margin_calls': {
      ...byAccount,
      columns: `${account}, percent, level::text as level_millionths, at`,
    },
    'contracts.protections': {
      ...byAccount,
      columns: `id, ${account}, amount::text as amount_units, at`,
    },
    'contracts.records': {
      by: 'account_id',
      order: 'batch_id, batch_index',
      columns: 'order_id, body, batch_id, batch_index',
    },
  }),
]
