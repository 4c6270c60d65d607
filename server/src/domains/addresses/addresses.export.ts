import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { AddressesDb } from './addresses.store.ts'

/** The address book of a customer. */
export const addressesExport = (db: AddressesDb): ExportSection[] =>
  exportTables(db, {
    'wallet.address_books': { columns: 'closed, opens_at', by: 'customer_id', order: 'customer_id' },
    'wallet.addresses': {
      columns: 'id, coin, network, address, memo, label, status, created_at, active_at, deleted_at, last_used_at',
      by: 'customer_id',
      order: 'id',
    },
  })
