import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { LoansDb } from './loans.store.ts'

/** What loans hold of a customer. Amounts in smallest units. */
export const loansExport = (db: LoansDb): ExportSection[] =>
  exportTables(db, {
    'loans.loans': {
      columns: `id, order_no, amount::text as amount_units, days, free_days, daily_ppm, agreement,
        encode(agreement_hash, 'hex') as agreement_hash, agreement_lang, template_version, signature_file_id, typed_name,
        encode(ip_hash, 'hex') as ip_hash, signed_at, remark, status, reason_code, review_due_at, decided_at, disbursed_at,
        ended_at, standing_order, set_off, principal_paid::text as principal_paid_units, interest_paid::text as interest_paid_units, entry::text,
        (select json_agg(json_build_object('clause', r.clause, 'at', r.at) order by r.at) from loans.revocations r
          where r.loan_id = loans.loans.id) as revocations`,
      by: 'customer_id',
      order: 'id',
    },
    'loans.collateral': {
      columns: `loan_id, ledger.asset_name(asset) as coin, amount::text as amount_units, pledged::text as pledged_units,
        (select json_agg(json_build_object('kind', m.kind, 'amount_units', m.amount::text, 'at', m.at, 'tick', m.tick,
          'owed_units', m.owed::text, 'cause', m.cause, 'steps', m.steps) order by m.n)
          from loans.collateral_moves m where m.loan_id = loans.collateral.loan_id) as moves`,
      by: 'account_id',
      order: 'loan_id',
    },
    'loans.repayment_plans': {
      columns: `id, loan_id, prepared_at, principal::text as principal_units, interest::text as interest_units, due_at,
        amounts::text[] as amounts_units, status, until, offered_at, agreement, encode(agreement_hash, 'hex') as agreement_hash,
        agreement_lang, encode(ip_hash, 'hex') as ip_hash, accepted_at, ended_at`,
      by: 'customer_id',
      order: 'id',
    },
    'loans.score_events': { columns: 'loan_id, kind, points, score, at', by: 'customer_id', order: 'id' },
  })
