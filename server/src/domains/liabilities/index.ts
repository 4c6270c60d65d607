import { minuteMs } from '@evenhand/protocol/durations.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { auditLiabilities } from './audit-liabilities.ts'
import type { LiabilitiesDeps } from './liabilities.deps.ts'
import { newestStatement, statementsAfter } from './liabilities.store.ts'
import { stateLiabilities } from './state-liabilities.ts'

export { customerProof } from './customer-proof.ts'
export { liabilitiesModule } from './liabilities.module.ts'

/** What is owed to customers, once a day, as a tree of sums in which each of them finds the own balances. */
export function createLiabilities(deps: LiabilitiesDeps) {
  return {
    deps,
    /** States what is owed if it is due; the job does it by itself. */
    state: () => stateLiabilities(deps),
    /** Statements after a number as the log seals them, oldest first. */
    after: (page: { after: number; limit: number }) => statementsAfter(deps.db, page),
    newest: () => newestStatement(deps.db),
    audit: () => auditLiabilities(deps),
    jobs: [
      {
        name: 'state liabilities',
        everyMs: minuteMs,
        byClock: true,
        run: async () => void (await stateLiabilities(deps)),
      },
    ] as readonly JobSpec[],
  }
}

export type Liabilities = ReturnType<typeof createLiabilities>
