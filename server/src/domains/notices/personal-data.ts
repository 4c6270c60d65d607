import type { Db } from '../../kernel/db.ts'
import { toldTables, type ToldSection } from '../../kernel/told-tables.ts'

/** What a customer was told, wants to be told, and asked to be told of. */
export const noticesTold = (db: Db<'notices'>): ToldSection[] =>
  toldTables(db, {
    'notices.notices': {
      columns: 'id, template, category, params, ref, muted, created_at, read_at',
      by: 'account_id',
      order: 'id',
    },
    'notices.preferences': { columns: 'category, in_app, email', by: 'account_id', order: 'category' },
    'notices.alerts': {
      columns: 'id, code, kind, target::text, every_minutes, armed, told_at, created_at',
      by: 'account_id',
      order: 'id',
    },
  })
