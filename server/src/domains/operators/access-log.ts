import type { OperatorAct, OperatorCall } from '../../kernel/http/operator-call.ts'
import { findActs } from './audit-log.store.ts'
import { recordAct } from './audit-log.ts'
import type { SignInDeps } from './operators.deps.ts'

const lookMs = 10 * 60_000

/** A page that stays open reads itself anew: within ten minutes that is one look of one operator at one thing. */
export async function recordLook(
  deps: Pick<SignInDeps, 'db' | 'clock'>,
  { call, act: line }: { call: OperatorCall; act: OperatorAct & { readonly customerId: string } },
): Promise<void> {
  const { act, subject, customerId } = line
  const from = deps.clock.now() - lookMs
  const { total } = await findActs(deps.db, {
    act,
    subject,
    customerId,
    operator: call.operator.name,
    from,
    limit: 1,
    offset: 0,
  })
  if (total === 0) await deps.db.transaction().execute((tx) => recordAct(deps, tx, { call, act: line }))
}
