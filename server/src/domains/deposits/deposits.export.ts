import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { DepositsDb } from './deposits.store.ts'

/** What deposits hold of a customer. Amounts in smallest units; who of the operators decided stands in their record. */
export const depositsExport = (db: DepositsDb): ExportSection[] =>
  exportTables(db, {
    'wallet.deposits': {
      columns: `id, order_no, ledger.asset_name(asset) as asset, network, amount::text as amount_units,
        claimed_usdt::text as claimed_usdt_units, last6, tx_hash, vout, proof_file_id, source, status, resubmitted, reason_code,
        case when status = 'RETURNED' then reference end as returned_by, from_address, credited::text as credited_units, credited_usdt::text as credited_usdt_units,
        kept::text as kept_units, entry::text, created_at, due_at, decided_at`,
      by: 'customer_id',
      order: 'id',
    },
    'wallet.debts': {
      columns: 'deposit_id, ledger.asset_name(asset) as asset, amount::text as amount_units, at',
      by: 'customer_id',
      order: 'deposit_id',
    },
    'wallet.addresses_in': { columns: 'chain, address, given_at', by: 'customer_id', order: 'chain' },
  })
