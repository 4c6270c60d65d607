import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { PlansDb } from './plans.deps.ts'

/** What plans hold of a customer. Amounts in smallest units, rates in millionths. */
export const plansExport = (db: PlansDb): ExportSection[] =>
  exportTables(db, {
    'plans.positions': {
      by: 'account_id',
      order: 'id',
      columns: `id, order_no, product_id, principal::text as principal_units, days, daily_ppm, penalty_ppm, cooling_hours,
        encode(terms_hash, 'hex') as terms_hash, daily_yield::text as daily_yield_units, started_at, paid_days, next_due, status,
        penalty::text as penalty_units, returned::text as returned_units, ended_at`,
    },
  })
