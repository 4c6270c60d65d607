import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { findAuditEntries } from './audit-log.store.ts'
import { appendAuditEntry } from './audit-log.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { SignInDeps } from './operators.deps.ts'

const act = 'capabilities.served'

/**
 * Writes into the record what operators can do, when it is not what was written last: so the log seals every version, and
 * a call that came and went with a version of the program shows.
 */
export async function noteCapabilities(
  { db, clock }: Pick<SignInDeps, 'db' | 'clock'>,
  routes: readonly OperatorRoute[],
): Promise<void> {
  const { hash, calls } = capabilitiesOf(routes)
  const after = { hash, calls: calls.map(({ method, path, roles }) => `${method} ${path} ${roles.join('+')}`) }
  const { rows } = await findAuditEntries(db, { act, limit: 1, offset: 0 })
  if (rows[0]?.after === JSON.stringify(after)) return
  await db.transaction().execute((tx) =>
    appendAuditEntry(tx, {
      by: { id: null, name: 'program', roles: [] },
      at: clock.now(),
      entry: { act, subject: 'console:calls', reason: 'what operators can do from this start on', after },
    }),
  )
}
