import type { restrictUser } from '@evenhand/protocol/operator-customers.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/clock.ts'
import { sql, sqlState } from '../../kernel/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OperatorCall } from '../../kernel/operator-call.ts'
import { refuse } from '../../kernel/refusal.ts'
import { recordAct } from './acts.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { badField, mustHaveReason } from './operators.rules.ts'

/** Shows who a customer is, for a reason that he can read. */
export async function revealCustomer(deps: ConsoleDeps, ask: { id: string; reason: string }, call: OperatorCall) {
  const customer = await deps.findCustomer(ask.id)
  if (customer === undefined) throw refuse('notFound')
  const reason = mustHaveReason(ask.reason)
  await deps.db.transaction().execute((tx) =>
    recordAct(deps, tx, {
      call,
      act: { act: 'user.reveal', subject: `user:${ask.id}`, customerId: ask.id, reason },
    }),
  )
  return { email: customer.email, phone: customer.phone ?? null }
}

/** Stops or allows new orders of one customer. Withdrawals are open in either state: no code of theirs asks for it. */
export async function restrictCustomer(
  deps: ConsoleDeps,
  ask: z.output<typeof restrictUser.ask>,
  call: OperatorCall,
): Promise<{ status: string }> {
  const { id, lift, reasonCode } = ask
  const reason = mustHaveReason(ask.reason)
  if (!lift && reasonCode === undefined) throw badField('reasonCode', 'missing')
  const customer = await deps.findCustomer(id)
  if (customer === undefined) throw refuse('notFound')
  const code = lift ? null : (reasonCode ?? null)
  const at = deps.clock.now()
  await writeRestriction(deps, { id, accountId: customer.accountId, code, reason, at }, call)
  return { status: lift ? 'ACTIVE' : 'RESTRICTED' }
}

/** `code` null lifts it. */
type Restriction = { id: string; accountId: bigint; code: string | null; reason: string; at: number }

/** Restricts or lifts, with its act and what the customer is told. Refuses 40020 a customer whose state allows neither. */
async function writeRestriction(
  deps: ConsoleDeps,
  { id, accountId, code, reason, at }: Restriction,
  call: OperatorCall,
): Promise<void> {
  try {
    await deps.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ before: string }>`
        select operators.set_restriction(${id}::uuid, ${code}, ${reason}, ${call.operator.id}::uuid, ${dateOf(at)}) as before`.execute(
        tx,
      )
      const before = rows[0]?.before ?? ''
      const act = {
        act: code === null ? 'user.allow' : 'user.restrict',
        subject: `user:${id}`,
        customerId: id,
        reason,
        before: { status: before },
        after: { status: code === null ? 'ACTIVE' : 'RESTRICTED', reasonCode: code },
      }
      await recordAct(deps, tx, { call, act })
      if (code !== null)
        await deps.tellWith(tx, [
          { accountId, template: 'account.restricted', params: { reason: code }, ref: `restricted ${at}` },
        ])
      else if (before === 'RESTRICTED')
        await deps.tellWith(tx, [{ accountId, template: 'account.allowed', params: {}, ref: `allowed ${at}` }])
    })
  } catch (cause) {
    if (sqlState(cause) === 'P0001') throw badField('id', 'state')
    throw cause
  }
}

/** Keeps a note for other operators. */
export async function noteCustomer(
  deps: ConsoleDeps,
  { id, text }: { id: string; text: string },
  call: OperatorCall,
): Promise<Record<string, never>> {
  const { db, clock } = deps
  if ((await deps.findCustomer(id)) === undefined) throw refuse('notFound')
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('operators.notes')
      .values({ id: uuidV7(at), customer_id: id, operator_id: call.operator.id, at: dateOf(at), text })
      .execute()
    await recordAct(deps, tx, {
      call,
      act: { act: 'user.note', subject: `user:${id}`, customerId: id, reason: 'a note was added' },
    })
  })
  return {}
}
