import type { Db } from '../../kernel/db/db.ts'
import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'

/** What the safeguards export of a customer. */
export const safeguardsExport = (db: Db<'safeguards'>): ExportSection[] =>
  exportTables(db, {
    'safeguards.customers': { columns: 'reality_every, reality_seen_at', by: 'customer_id', order: 'customer_id' },
    'safeguards.own_limits': {
      columns: 'name, value::text, set_at, wish::text, wish_none, wish_from',
      by: 'customer_id',
      order: 'name',
    },
    'safeguards.pauses': { columns: 'id, kind, from_at, until_at', by: 'customer_id', order: 'id' },
    'safeguards.quiz_attempts': {
      columns: 'id, product, questions, drawn_at, answered_at, answers, right_answers, passed',
      by: 'customer_id',
      order: 'id',
    },
    'safeguards.risk_acks': { columns: 'product, shown_at, confirmed_at', by: 'customer_id', order: 'product' },
    'safeguards.changes': { columns: 'seq, subject, state, at', by: 'customer_id', order: 'seq' },
    'safeguards.play_sessions': { columns: 'began_at, used_at', by: 'customer_id', order: 'customer_id' },
  })
