import { automaticReasons } from '@evenhand/protocol/automatic-reasons.ts'
import type { restrictionReasons, restrictUser } from '@evenhand/protocol/operator-customers.ts'
import type { proposeRestriction as proposeRoute } from '@evenhand/protocol/operator-risk.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { eachApart, failuresOf } from '../../kernel/concurrency/apart.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, sqlState } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Customer } from '../accounts/index.ts'
import { recordAuditEntry, appendAuditEntry } from './audit-log.ts'
import type { ConsoleDeps } from './console.deps.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { badField, mustHaveReason } from './operators.rules.ts'
import { approve, propose } from './requests.ts'

export const restrictionKinds = ['customer.restrict'] as const

/** Refuses 40020 a customer whose state allows no restriction. */
async function inState<T>(field: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (sqlState(cause) === 'P0001') throw badField(field, 'state')
    throw cause
  }
}

async function mustFind(deps: ConsoleDeps, id: string): Promise<Customer> {
  const customer = await deps.findCustomer(id)
  if (customer === undefined) throw refuse('notFound')
  return customer
}

/**
 * One operator stops new orders of one customer for 72 hours, or allows them again. Withdrawals are open in either state: no
 * code of theirs requires it. Refuses 40033 where a restriction is in force, or one operator alone restricted the customer
 * within 30 days.
 */
export async function restrictCustomer(
  deps: ConsoleDeps,
  changeRequest: z.output<typeof restrictUser.request>,
  call: OperatorCall,
): Promise<{ status: string; until: number | null }> {
  const { id, lift, reasonCode } = changeRequest
  const reason = mustHaveReason(changeRequest.reason)
  if (!lift && reasonCode === undefined) throw badField('reasonCode', 'missing')
  const customer = await mustFind(deps, id)
  const code = lift ? null : (reasonCode ?? null)
  const at = deps.clock.now()
  const until = await inState('id', () =>
    deps.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ before: string }>`
        select operators.set_restriction(${id}::uuid, ${code}, ${reason}, ${call.operator.id}::uuid, ${dateOf(at)}) as before`.execute(
        tx,
      )
      const before = rows[0]?.before ?? ''
      if (before === 'second_person_needed') throw refuse('fourEyesNeeded', { needed: 2 })
      const entry = {
        act: code === null ? 'user.allow' : 'user.restrict',
        subject: `user:${id}`,
        customerId: id,
        reason,
        before: { status: before },
        after: { status: code === null ? 'ACTIVE' : 'RESTRICTED', reasonCode: code },
      }
      await recordAuditEntry(deps, tx, { call, entry })
      if (code !== null) return notifyOfRestriction(deps, tx, customer)
      if (before === 'RESTRICTED') await notifyOfEnd(deps, tx, { accountId: customer.accountId, at })
      return null
    }),
  )
  return { status: lift ? 'ACTIVE' : 'RESTRICTED', until }
}

/** Proposes to restrict a customer for longer than one operator may: whole days, at most 90. */
export async function proposeRestriction(
  deps: ConsoleDeps,
  { id, reason, assertion, customerId, reasonCode, days }: z.output<typeof proposeRoute.request>,
  call: OperatorCall,
) {
  await mustFind(deps, customerId)
  const values = { customerId, reasonCode, days: days.toString() }
  return propose(deps, { kind: 'customer.restrict', id, values, reason, assertion, customerId }, call)
}

/** The second signature: the restriction begins with the commit, in place of one that is in force. */
export const approveRestriction = (
  deps: ConsoleDeps,
  decision: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) =>
  approve(
    deps,
    {
      kinds: restrictionKinds,
      request: decision,
      async apply(tx, { id, values: { customerId = '' } }) {
        await inState('id', () =>
          sql`select operators.apply_restriction(${id}::uuid, ${dateOf(deps.clock.now())})`.execute(tx),
        )
        await notifyOfRestriction(deps, tx, await mustFind(deps, customerId))
      },
    },
    call,
  )

/** Notifies the customer of the restriction in force; returns its end. */
async function notifyOfRestriction(
  { enqueueNotices }: Pick<ConsoleDeps, 'enqueueNotices'>,
  tx: OperatorsDb,
  { id, accountId }: Pick<Customer, 'id' | 'accountId'>,
): Promise<number | null> {
  const row = await tx
    .selectFrom('operators.restrictions')
    .select(['reason', 'at', 'ends_at'])
    .where('customer_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const until = msOf(row.ends_at)
  const reason = row.reason as (typeof restrictionReasons)[number]
  const params = { reason, until }
  await enqueueNotices(tx, [{ accountId, template: 'account.restricted', params, ref: `restricted ${msOf(row.at)}` }])
  return until
}

const notifyOfEnd = (
  { enqueueNotices }: Pick<ConsoleDeps, 'enqueueNotices'>,
  tx: OperatorsDb,
  { accountId, at }: { accountId: bigint; at: number },
): Promise<void> => enqueueNotices(tx, [{ accountId, template: 'account.allowed', params: {}, ref: `allowed ${at}` }])

/**
 * Ends the restrictions whose time is over, each in a transaction of its own with its line in the audit log and the
 * customer's notice: one that fails stops no other.
 */
export async function endRestrictions(deps: ConsoleDeps): Promise<void> {
  const at = deps.clock.now()
  const due = await deps.db
    .selectFrom('operators.restrictions')
    .select('customer_id')
    .where('ends_at', '<=', dateOf(at))
    .orderBy('customer_id')
    .execute()
  const failures = failuresOf(deps.log, 'a restriction could not be ended')
  await eachApart(due, {
    run: ({ customer_id: id }) => endRestriction(deps, { id, at }),
    failed: ({ customer_id: id }, cause) => failures.add({ customer: id }, cause),
  })
  failures.throwFirst()
}

async function endRestriction(deps: ConsoleDeps, { id, at }: { id: string; at: number }): Promise<void> {
  // Looked up first: while the change holds the customer, every connection of that customer's calls may wait for it.
  const customer = await deps.findCustomer(id)
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ended: boolean }>`
      select operators.end_restrictions(${id}::uuid, ${dateOf(at)}) as ended`.execute(tx)
    if (rows[0]?.ended !== true) return
    const entry = { act: 'user.allow', subject: `user:${id}`, customerId: id, reason: automaticReasons.restrictionOver }
    await appendAuditEntry(tx, { by: { id: null, name: 'program', roles: [] }, at, entry })
    if (customer !== undefined) await notifyOfEnd(deps, tx, { accountId: customer.accountId, at })
  })
}
