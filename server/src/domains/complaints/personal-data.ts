import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { ComplaintsDb } from './complaints.deps.ts'

/** What is exported of a customer's complaints. Which operator answered stands in the audit log. */
export const complaintsExport = (db: ComplaintsDb): ExportSection[] =>
  exportTables(db, {
    'complaints.complaints': {
      columns: `id, 'C' || no as no, kind, subject_id, subject_no, text, status, received_at, due_at, answered_at, finding, answer,
        (select jsonb_agg(jsonb_build_object('status', s.status, 'at', s.at) order by s.at) from complaints.steps s
         where s.complaint_id = complaints.id) as steps`,
      by: 'customer_id',
      order: 'id',
    },
  })
