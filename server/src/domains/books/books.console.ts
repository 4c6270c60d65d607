import { auditVerification, sealedLedger, verifyAudit } from '@evenhand/protocol/operator-checks.ts'
import { sealedAudit } from '@evenhand/protocol/operator-result.ts'
import { handleOperator, type AnyDb, type MountedOperator, type OperatorDeps } from '../../kernel/http/operator-call.ts'
import type { Books } from './index.ts'

export type BooksConsoleDeps = OperatorDeps & {
  books: Pick<Books, 'verification' | 'sealedActs' | 'exportedEntries'>
  /** One transaction as the role `console`. */
  asConsole: <T>(run: (tx: AnyDb) => Promise<T>) => Promise<T>
}

/** An auditor has the log computed again, against the heads outside the database, and saves what it seals. */
export const booksConsole = ({ books, asConsole, recordAct }: BooksConsoleDeps): MountedOperator[] => [
  handleOperator(verifyAudit, async (_ask, call) =>
    books.verification.begin(({ ok, compared }) =>
      asConsole(async (tx) => {
        const after = { ok, compared }
        await recordAct(tx, call, { act: 'log.verify', subject: 'log:all', reason: 'computed again', after })
      }),
    ),
  ),
  handleOperator(auditVerification, async () => books.verification.state()),
  handleOperator(sealedAudit, async (ask) => books.sealedActs(ask) as never),
  handleOperator(sealedLedger, async (ask) => (await books.exportedEntries(ask)) as never),
]
