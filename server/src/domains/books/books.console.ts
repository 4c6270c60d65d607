import { sealedAudit, verifyAudit } from '@evenhand/protocol/operator-house.ts'
import { handleOperator, type AnyDb, type MountedOperator, type OperatorDeps } from '../../kernel/operator-call.ts'
import type { Books } from './index.ts'

export type BooksConsoleDeps = OperatorDeps & {
  books: Pick<Books, 'audit' | 'sealedActs'>
  /** One transaction as the role `console`. */
  asConsole: <T>(run: (tx: AnyDb) => Promise<T>) => Promise<T>
}

/** An auditor has the log computed again, against the heads outside the database. */
export const booksConsole = ({ books, asConsole, recordAct }: BooksConsoleDeps): MountedOperator[] => [
  handleOperator(verifyAudit, async (_ask, call) => {
    const { at, ok, compared, findings } = await books.audit()
    await asConsole((tx) =>
      recordAct(tx, call, { act: 'log.verify', subject: 'log:all', reason: 'computed again', after: { ok, compared } }),
    )
    return { at, ok, compared, findings: [...findings] }
  }),
  handleOperator(sealedAudit, async (ask) => books.sealedActs(ask) as never),
]
