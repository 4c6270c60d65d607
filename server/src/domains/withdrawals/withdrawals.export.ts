import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { WithdrawalsDb } from './withdrawals.store.ts'

/** What withdrawals hold of a customer. Amounts in smallest units; who of the operators decided stands in their record. */
export const withdrawalsExport = (db: WithdrawalsDb): ExportSection[] =>
  exportTables(db, {
    'wallet.withdrawal_limits': {
      columns: 'max_amount::text as max_usdt_units, set_at',
      by: 'customer_id',
      order: 'set_at, request_id',
    },
    'wallet.withdrawal_quotes': {
      columns: 'id, method, address_id, amount::text as amount_units, fee::text as fee_units, ends_at',
      by: 'customer_id',
      order: 'id',
    },
    'wallet.withdrawals': {
      columns:
        "id, order_no, method, coin, network, address, memo, amount::text as amount_units, fee::text as fee_units, net::text as net_units, requested_at, due_at, confirmed_by, status, reason_code, reason_ref, txid, completed_at, (select jsonb_agg(jsonb_build_object('step', s.step, 'at', s.at) order by s.id) from wallet.withdrawal_steps s where s.withdrawal_id = withdrawals.id) as steps",
      by: 'customer_id',
      order: 'id',
    },
  })
