import type { Db } from '../../kernel/db/db.ts'
import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'

/** Notices that a customer got, the channels they chose, and their alerts. */
export const noticesExport = (db: Db<'notices'>): ExportSection[] =>
  exportTables(db, {
    'notices.notices': {
      columns: 'id, template, category, params, ref, muted, created_at, read_at',
      by: 'account_id',
      order: 'id',
    },
    'notices.preferences': { columns: 'category, in_app, email, push', by: 'account_id', order: 'category' },
    // The address of a subscription and its keys are the browser's: a holder of them could write to it.
    'notices.push_subscriptions': {
      columns: `split_part(endpoint, '/', 3) as service, created_at`,
      by: 'account_id',
      order: 'session_id',
    },
    'notices.quiet_hours': { columns: 'from_min, to_min, zone', by: 'account_id', order: 'account_id' },
    'notices.alerts': {
      columns: 'id, code, kind, target::text, every_minutes, armed, notified_at, created_at',
      by: 'account_id',
      order: 'id',
    },
  })
