import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { mustHaveReason } from './operators.rules.ts'

/** Shows who a customer is, for a reason that he can read. */
export async function revealCustomer(deps: ConsoleDeps, request: { id: string; reason: string }, call: OperatorCall) {
  const customer = await deps.findCustomer(request.id)
  if (customer === undefined) throw refuse('notFound')
  const reason = mustHaveReason(request.reason)
  await deps.db.transaction().execute((tx) =>
    recordAuditEntry(deps, tx, {
      call,
      entry: { act: 'user.reveal', subject: `user:${request.id}`, customerId: request.id, reason },
    }),
  )
  return { email: customer.email, phone: customer.phone ?? null }
}

/** Keeps a note for other operators; one under a legal hold that the customer may not be notified of is in nothing he reads. */
export async function noteCustomer(
  deps: ConsoleDeps,
  { id, text }: { id: string; text: string },
  call: OperatorCall,
): Promise<Record<string, never>> {
  const { db, clock } = deps
  if ((await deps.findCustomer(id)) === undefined) throw refuse('notFound')
  const at = clock.now()
  const confidential = (await deps.legalHoldsOf([id])).get(id)?.tell === false
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('operators.notes')
      .values({ id: uuidV7(at), customer_id: id, operator_id: call.operator.id, at: dateOf(at), text, confidential })
      .execute()
    const shown = confidential ? {} : { customerId: id }
    await recordAuditEntry(deps, tx, {
      call,
      entry: { act: 'user.note', subject: `user:${id}`, reason: automaticReasons.note, ...shown },
    })
  })
  return {}
}
