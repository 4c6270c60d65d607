import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { OperatorsDb } from './operators.deps.ts'

/** What the operators' domain exports of a customer: who by role did what and why, a restriction, and notes. Never a name. */
export const operatorsExport = (db: OperatorsDb): ExportSection[] =>
  exportTables(db, {
    'operators.acts': {
      columns: 'at::text as at_ms, roles, act, reason',
      by: 'customer_id',
      order: 'seq',
      from: 'operators.audit_entries',
    },
    'operators.restriction_log': { columns: 'reason, at, ends_at, by_two', by: 'customer_id', order: 'seq' },
    // Adjustments against the customer, announced a day before.
    'operators.debits': {
      columns: 'asset, units::text, entry_seq::text as entry, announced_at, due_at, status, ended_at',
      by: 'customer_id',
      order: 'announced_at, request_id',
    },
    'operators.restrictions': { columns: 'reason, note, at, ends_at', by: 'customer_id', order: 'at' },
    // One that was written under a legal hold that is kept from the customer would disclose it.
    'operators.notes': { columns: 'at, text', by: 'customer_id', order: 'at, id', where: 'not confidential' },
  })
