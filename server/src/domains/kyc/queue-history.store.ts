import { sql } from '../../kernel/db/db.ts'
import { queueHistory, type QueueDay } from '../../kernel/module/queue-history.ts'
import type { KycDb } from './kyc.deps.ts'

/** Backlog and service level of identities by day; a document that expired was not decided by anybody. */
export const identityHistory = (db: KycDb, params: { now: number; days: number }): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select submitted_at as began, due_at as due, decided_at as ended from kyc.identifications
      where status = 'PENDING_REVIEW' or (status <> 'EXPIRED' and decided_at >= ${from})`,
  })
