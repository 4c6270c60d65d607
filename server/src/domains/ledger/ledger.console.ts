import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import { ledgerVerification, verifyLedger } from '@evenhand/protocol/operator-checks.ts'
import { exploreLedger, reserves } from '@evenhand/protocol/operator-result.ts'
import type { Db } from '../../kernel/db/db.ts'
import { handleOperator, type MountedOperator, type OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { LedgerVerification } from './ledger-verification.ts'
import * as explore from './explore-ledger.ts'

export type LedgerConsoleDeps = OperatorDeps & {
  /** As the role `console`. */
  db: Db<'ledger'>
  verification: LedgerVerification
}

/** Calls by which operators read the books; none of them writes. */
export const ledgerConsole = ({
  db,
  verification,
  recordAuditEntry,
  recordAccess,
}: LedgerConsoleDeps): MountedOperator[] => [
  handleOperator(exploreLedger, async ({ size = 50, ...request }, call) => {
    const customerId = await explore.customerOf(db, request.account)
    const subject = `ledger:${request.account ?? 'all'}`
    if (customerId !== undefined)
      await recordAccess(call, { act: 'user.look', subject, customerId, reason: automaticReasons.accountEntries })
    const rows = await explore.exploreLedger(db, { ...request, limit: size })
    return { rows, next: rows.length < size ? null : (rows.at(-1)?.seq ?? null) }
  }),
  handleOperator(verifyLedger, async (_request, call) =>
    verification.begin(({ ok }) =>
      db.transaction().execute((tx) =>
        recordAuditEntry(tx, call, {
          act: 'ledger.verify',
          subject: 'ledger:all',
          reason: automaticReasons.booksAdded,
          after: { ok },
        }),
      ),
    ),
  ),
  handleOperator(ledgerVerification, async () => verification.state()),
  handleOperator(reserves, () => explore.houseAccounts(db)),
]
