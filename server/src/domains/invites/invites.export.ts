import { exportTables, type ExportSection } from '../../kernel/module/data-export.ts'
import type { InvitesDb } from './invites.deps.ts'

/** What invitations hold of a customer: fees and rewards of both sides by their own. Amounts in smallest units. */
export const invitesExport = (db: InvitesDb): ExportSection[] =>
  exportTables(db, {
    'invites.fees': {
      by: 'invitee_id',
      order: 'at, ref, kind',
      columns: 'kind, ref, order_no, at, fee::text as fee_units, reward::text as reward_units, off, week',
    },
    'invites.rewards': {
      by: 'inviter_id',
      order: 'week, invitee_id',
      columns: 'week, fees::text as fees_units, amount::text as amount_units, paid::text as paid_units, status',
    },
    'invites.reviews': {
      by: 'inviter_id',
      order: 'opened_at, id',
      columns: 'signals, opened_at, due_at, status, decided_at, reason',
    },
    'invites.payments': {
      by: 'inviter_id',
      order: 'due_at, id',
      columns: 'id, due_at, amount::text as amount_units, paid_at',
    },
    'invites.paydays': { by: 'inviter_id', order: 'next_at', columns: 'next_at' },
  })
