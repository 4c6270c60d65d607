import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { verifyFigures, type SignedFigures } from '@evenhand/proofs/figures.ts'
import type { AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { listFigures, listQueries } from './figures.store.ts'

/** The newest statements of which the signatures are checked: two weeks of them and more, one an hour. */
const statementsChecked = 500

/** Names published figures that this installation did not sign as they are, and statements of SQL that are not what was signed. */
export async function auditFigures({ db, signing }: BooksDeps): Promise<AuditFinding[]> {
  const statements = await listFigures(db, { before: Number.MAX_SAFE_INTEGER, limit: statementsChecked })
  const queries = await listQueries(db)
  const isOurs = (signed: SignedFigures): boolean => {
    const publicKey = signing.publicKeyOf(signed.keyId)
    return publicKey !== undefined && verifyFigures(signed, publicKey, nodeCrypto)
  }
  return [
    ...statements
      .filter((signed) => !isOurs(signed))
      .map(({ at }) => ({ at: `figures at ${at}`, found: 'not signed by this installation' })),
    ...queries
      .filter(({ hash, sql }) => nodeCrypto.sha256(sql) !== hash)
      .map(({ hash }) => ({ at: `statement of figures ${hash}`, found: 'other' })),
  ]
}
