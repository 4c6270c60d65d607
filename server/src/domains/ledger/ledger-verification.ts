import type { Db } from '../../kernel/db/db.ts'
import { createVerification } from '../../kernel/jobs/verification.ts'
import type { Log } from '../../kernel/log.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { auditWhole, type Causes } from './audit-causes.ts'

/** The whole books added up again as operators request it, beside whatever they do; `db` as the role `console`. */
export const ledgerVerification = (params: { db: Db<'ledger'>; causes: Causes; clock: Clock; log: Log }) =>
  createVerification({
    name: 'ledger',
    async audit(progress) {
      const findings = await auditWhole(params.db, params.causes, progress)
      return { at: params.clock.now(), ok: findings.every(({ ok }) => ok), findings }
    },
    log: params.log,
  })
export type LedgerVerification = ReturnType<typeof ledgerVerification>
