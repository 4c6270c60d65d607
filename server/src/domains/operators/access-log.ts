import type { OperatorAuditEntry, OperatorCall } from '../../kernel/http/operator-call.ts'
import { findAuditEntries } from './audit-log.store.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { SignInDeps } from './operators.deps.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const sameAccessMs = 10 * minuteMs

/** An open page polls: within ten minutes that is one access of one operator to one subject. */
export async function recordAccess(
  deps: Pick<SignInDeps, 'db' | 'clock'>,
  { call, entry }: { call: OperatorCall; entry: OperatorAuditEntry & { readonly customerId: string } },
): Promise<void> {
  const { act, subject, customerId } = entry
  const from = deps.clock.now() - sameAccessMs
  const { total } = await findAuditEntries(deps.db, {
    act,
    subject,
    customerId,
    operator: call.operator.name,
    from,
    limit: 1,
    offset: 0,
  })
  if (total === 0) await deps.db.transaction().execute((tx) => recordAuditEntry(deps, tx, { call, entry }))
}
