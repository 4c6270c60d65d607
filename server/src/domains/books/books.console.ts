import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import { auditVerification, sealedLedger, verifyAudit } from '@evenhand/protocol/operator-checks.ts'
import { sealedAudit } from '@evenhand/protocol/operator-result.ts'
import { handleOperator, type AnyDb, type MountedOperator, type OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Books } from './index.ts'

export type BooksConsoleDeps = OperatorDeps & {
  books: Pick<Books, 'verification' | 'sealedAuditEntries' | 'exportedEntries'>
  /** One transaction as the role `console`. */
  asConsole: <T>(run: (tx: AnyDb) => Promise<T>) => Promise<T>
}

/** An auditor has the log computed again, against the heads outside the database, and saves what it seals. */
export const booksConsole = ({ books, asConsole, recordAuditEntry }: BooksConsoleDeps): MountedOperator[] => [
  handleOperator(verifyAudit, async (_request, call) =>
    books.verification.begin(({ ok, compared }) =>
      asConsole(async (tx) => {
        const after = { ok, compared }
        await recordAuditEntry(tx, call, {
          act: 'log.verify',
          subject: 'log:all',
          reason: automaticReasons.logComputed,
          after,
        })
      }),
    ),
  ),
  handleOperator(auditVerification, async () => books.verification.state()),
  handleOperator(sealedAudit, async (request) => books.sealedAuditEntries(request) as never),
  handleOperator(sealedLedger, async (request) => (await books.exportedEntries(request)) as never),
]
