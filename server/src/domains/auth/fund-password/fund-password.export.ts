import { exportTables, type ExportSection } from '../../../kernel/module/data-export.ts'
import type { AuthDb } from './fund-password.store.ts'

/** What is exported of a customer’s fund password: never the password itself. */
export const fundPasswordExport = (db: AuthDb): ExportSection[] =>
  exportTables(db, {
    'wallet.fund_passwords': {
      columns: 'set_at, changed_at, wrong_in_row, wrong_at, locked_until',
      by: 'customer_id',
      order: 'customer_id',
    },
    'wallet.fund_resets': {
      columns:
        'id, file_id, number, identification_id, requested_at, due_at, status, reason_code, decided_at, picture_erased_at',
      by: 'customer_id',
      order: 'requested_at, id',
    },
  })
