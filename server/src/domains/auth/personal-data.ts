import { sql, type Db } from '../../kernel/db/db.ts'
import { exportTables, type ExportSection, type ExportTable } from '../../kernel/module/data-export.ts'

const by = 'customer_id'

/**
 * What each table of signing in exports of a customer: everything but secrets and what was made from them, which would let
 * a holder of the export sign in. A test holds this list against the tables that name a customer.
 */
const tables = {
  'auth.sessions': {
    columns: 'id, created_at, used_at, ends_at, ip, user_agent, proved_at, factor_proved_at',
    by,
    order: 'id',
  },
  'auth.sign_ins': { columns: 'id, at, outcome, place, browser, system, new_device', by, order: 'id' },
  'auth.api_keys': {
    columns: 'id, label, ending, scope, virtual_only, addresses, created_at, expires_at, used_at, revoked_at',
    by,
    order: 'id',
  },
  'auth.devices': { columns: 'first_seen_at, seen_at', by, order: 'device' },
  'auth.places': { columns: 'seen_at', by, order: 'network_key', from: 'auth.known_networks' },
  'auth.passwords': { columns: 'changed_at, failed_in_row, failed_at', by, order: by },
  'auth.phrases': { columns: 'phrase, set_at', by, order: by },
  'auth.freezes': { columns: 'frozen_at, unfreezes_at', by, order: by },
  'auth.freeze_links': { columns: 'expires_at', by, order: 'token_hash' },
  'auth.identities': { columns: 'provider, issuer, linked_at', by, order: 'issuer' },
  'auth.known_ways': { columns: 'kind', by, order: 'kind, way' },
  'auth.social_tickets': { columns: 'purpose, provider, email, expires_at', by, order: 'token_hash' },
  'auth.totps': { columns: 'set_up_at, enabled_at', by, order: by },
  'auth.factor_tries': { columns: 'wrong_in_row, opens_at', by, order: by },
  'auth.security_changes': { columns: 'changed_at, what', by, order: by },
  'auth.passkeys': { columns: 'id, name, created_at, last_used_at', by, order: 'id' },
} satisfies Record<string, ExportTable>

/** All of it as parts of an export, page by page; of recovery codes only how many are left. */
export const authExport = (db: Db<'auth'>): ExportSection[] => [
  ...exportTables(db, tables),
  {
    tables: ['auth.recovery_codes'],
    max: undefined,
    async read({ customerId }) {
      const { rows } = await sql<{ codes_left: number }>`
        select count(*)::int as codes_left from auth.recovery_codes where customer_id = ${customerId}`.execute(db)
      return { tables: { 'auth.recovery_codes': rows }, last: undefined }
    },
  },
]
