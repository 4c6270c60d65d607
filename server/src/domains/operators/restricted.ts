import { sql } from '../../kernel/db.ts'
import { startJob, type Job } from '../../kernel/jobs.ts'
import type { Log } from '../../kernel/log.ts'
import type { OperatorsDb } from './operators.deps.ts'

/**
 * Who may open no new orders, and why, in memory: asked for every order, changed by hand a few times a month. Every
 * process follows within a second. As the role `api`.
 */
export async function openRestricted({ db, log }: { db: OperatorsDb; log: Log }) {
  let reasons: ReadonlyMap<string, string> = new Map()
  const refresh = async (): Promise<void> => {
    const { rows } = await sql<{ customer_id: string; reason: string }>`
      select customer_id, reason from operators.stopped`.execute(db)
    reasons = new Map(rows.map(({ customer_id: id, reason }) => [id, reason]))
  }
  await refresh()
  return {
    reasonOf: (customerId: string): string | undefined => reasons.get(customerId),
    start: (): Job => startJob({ name: 'read who is restricted', everyMs: 1000, log, run: refresh }),
  }
}
