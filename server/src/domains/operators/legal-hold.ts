import {
  legalHoldKinds,
  maxReviewDays,
  type listLegalHolds,
  type proposeLegalHold,
} from '@evenhand/protocol/legal-holds.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf, utcDay } from '../../kernel/time/clock.ts'
import { sql, sqlState } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { badField } from './operators.rules.ts'
import { approve, listRequests, propose } from './requests.ts'
import { findRequest, type StoredRequest } from './requests.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export const holdKinds = legalHoldKinds
type ProposeRequest = z.output<typeof proposeLegalHold.request>

/**
 * Proposes a legal hold, its review, or its release; a second operator decides. A proposal stands in no customer's access
 * log: it would warn before the hold is in force. Refuses 40020 what does not fit the hold in force (`kind`, `tell`), a
 * missing document, and a review date that is not within the next year; 40039 a document that was not filed.
 */
export async function proposeHold(deps: ConsoleDeps, changeRequest: ProposeRequest, call: OperatorCall) {
  const { id, reason, assertion, kind, customerId, reference, tell } = changeRequest
  const customer = await deps.findCustomer(customerId)
  if (customer === undefined) throw refuse('notFound')
  const hold = (await deps.legalHoldsOf([customerId])).get(customerId)
  if ((hold === undefined) !== (kind === 'customer.hold')) throw badField('kind', 'state')
  if (hold === undefined && customer.status === 'CLOSED') throw badField('kind', 'state')
  if (kind === 'customer.release' && hold?.tell !== tell) throw badField('tell', 'state')
  if (kind === 'customer.holdReview' && hold?.tell === true && !tell) throw badField('tell', 'state')
  const order = { customerId, reference, tell: String(tell) }
  const values = kind === 'customer.release' ? order : { ...order, ...(await filedOrder(deps, changeRequest)) }
  return propose(deps, { kind, id, values, reason, assertion }, call)
}

async function filedOrder(deps: ConsoleDeps, { document, sha256, reviewOn }: ProposeRequest) {
  if (document === undefined || sha256 === undefined) throw badField('document', 'missing')
  mustBeReviewable(reviewOn, deps.clock.now())
  await deps.mustBeDocument(document, sha256)
  return { document, sha256, reviewOn }
}

/** Refuses 40020 a review date that is missing, no day of the calendar, not after today, or too far away. */
function mustBeReviewable(reviewOn: string | undefined, now: number): asserts reviewOn is string {
  if (reviewOn === undefined) throw badField('reviewOn', 'missing')
  const today = utcDay(now)
  const days = Array.from({ length: maxReviewDays }, (_, n) => utcDay(now + (n + 1) * dayMs))
  if (days.includes(reviewOn)) return
  const last = days.at(-1) ?? today
  throw badField('reviewOn', reviewOn <= today ? 'past' : reviewOn > last ? 'tooFar' : 'malformed')
}

/**
 * The second signature. With its commit nothing leaves the account, or goes on, and the customer is notified unless the order
 * forbids it. Refuses 40020 a request that no longer fits the customer's state, whose review date has passed, or whose
 * document the caller has not opened since it was proposed.
 */
export async function approveHold(
  deps: ConsoleDeps,
  changeRequest: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) {
  // Looked up first: while the change holds the customer, every connection of the customers' calls may wait for it.
  const found = await findRequest(deps.db, { id: changeRequest.id })
  const named = found?.values['customerId']
  const customer = named === undefined ? undefined : await deps.findCustomer(named)
  if (found?.values['reviewOn'] !== undefined) mustBeReviewable(found.values['reviewOn'], deps.clock.now())
  return approve(
    deps,
    {
      kinds: holdKinds,
      request: changeRequest,
      async apply(tx, signed) {
        if (!(await hasReadOrder(deps, { ...signed, tx }, call))) throw badField('document', 'notOpened')
        const { id, kind, values } = signed
        const { customerId, reference = '' } = values
        const notified = await applyHold(tx, { id, kind, at: deps.clock.now() })
        if (!notified || customer === undefined || customer.id !== customerId) return
        const { accountId } = customer
        const template = kind === 'customer.release' ? 'account.released' : 'account.held'
        await deps.enqueueNotices(tx, [{ accountId, template, params: { reference }, ref: `${template} ${id}` }])
      },
    },
    call,
  )
}

type Filed = Pick<StoredRequest, 'values' | 'proposedAt'> & { tx?: ConsoleDeps['db'] }

/** Whether the caller has opened the document of a request since it was proposed; true where it has none. */
async function hasReadOrder({ hasOpened }: ConsoleDeps, { values, proposedAt, tx }: Filed, { operator }: OperatorCall) {
  const { document } = values
  return document === undefined || hasOpened(operator.id, { ids: [document], since: proposedAt }, tx)
}

type ListRequest = z.output<typeof listLegalHolds.request>

/** What waits for a second person, or all of it, each with whether the caller has opened its document. */
export async function listHolds(deps: ConsoleDeps, changeRequest: ListRequest, call: OperatorCall) {
  const { rows, ...page } = await listRequests(deps, { ...changeRequest, kinds: holdKinds }, call)
  const opened = await Promise.all(rows.map((row) => hasReadOrder(deps, row, call)))
  return { ...page, rows: rows.map((row, at) => ({ ...row, documentOpened: opened[at] === true })) }
}

/** Carries out a signed request; returns whether its customer is notified. Refuses 40020 one that does not fit. */
async function applyHold(tx: ConsoleDeps['db'], options: { id: string; kind: string; at: number }): Promise<boolean> {
  try {
    const { rows } = await sql<{ notified: boolean }>`
      select operators.apply_legal_hold(${options.id}::uuid, ${options.kind}, ${dateOf(options.at)}) as notified`.execute(
      tx,
    )
    return rows[0]?.notified === true
  } catch (cause) {
    if (sqlState(cause) === 'P0001') throw badField('id', 'state')
    throw cause
  }
}
