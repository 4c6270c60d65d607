import type { Db } from '../../kernel/db/db.ts'
import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'

/** What the tables of this domain export of a customer. An invitation is exported as a fact, without the other's identity. */
export const accountsExport = (db: Db<'accounts'>): ExportSection[] =>
  exportTables(db, {
    'accounts.customers': {
      columns:
        'id, username, email, email_verified_at, phone, country, lang, color_scheme, rise_color, terms_version, terms_accepted_at, invite_code, invited_by is not null as was_invited, invited_at, status, kyc_status, tier, credit_score, created_at, closed_at',
      by: 'id',
      order: 'id',
    },
    'accounts.reset_days': { columns: 'day, used', by: 'customer_id', order: 'day' },
    'accounts.resets': { columns: 'id, at, held::text', by: 'customer_id', order: 'id' },
  })
