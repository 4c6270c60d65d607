import { debitReasons, type proposeAdjustment as proposeRoute } from '@evenhand/protocol/operator-adjustments.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type * as z from 'zod/mini'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { announcedNotice, notifyOfDebit } from './announced-adjustments.ts'
import type { ConsoleDeps } from './console.deps.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { badField, mustMove } from './operators.rules.ts'
import { approve, propose } from './requests.ts'
import type { StoredRequest } from './requests.store.ts'

export const adjustmentKinds = ['adjustment'] as const

type Proposal = z.output<typeof proposeRoute.request>

/** A minus takes from the customer. */
const isDebit = (amount: string): boolean => amount.startsWith('-')

/**
 * Proposes an adjustment of one customer's balance; nothing moves before a second operator has signed it. Refuses 40020 one
 * against the customer that names no entry or a reason that excuses none, or that could not be announced now, and 40039 an
 * unknown customer.
 */
export async function proposeAdjustment(deps: ConsoleDeps, changeRequest: Proposal, call: OperatorCall) {
  const { id, reason, assertion, customerId, asset, amount, reasonCode, line, entry } = changeRequest
  mustMove(asset, amount)
  if (isDebit(amount) !== (entry !== undefined)) throw badField('entry', entry === undefined ? 'missing' : 'unknown')
  if (isDebit(amount) && !debitReasons.some((known) => known === reasonCode)) throw badField('reasonCode', 'unfit')
  if ((await deps.findCustomer(customerId)) === undefined) throw refuse('notFound')
  const values = { customerId, asset, amount, reasonCode, line, ...(entry === undefined ? {} : { entry }) }
  if (isDebit(amount)) await mustBeAnnounceable(deps, values)
  return propose(deps, { kind: 'adjustment', id, values, reason, assertion, customerId }, call)
}

/** Refuses at the proposal what the second signature would be refused for. */
async function mustBeAnnounceable({ db, clock }: ConsoleDeps, values: object): Promise<void> {
  const { rows } = await sql<{ outcome: string | null }>`
    select operators.check_adjustment(${JSON.stringify(values)}::jsonb, ${dateOf(clock.now())}) as outcome`.execute(db)
  refuseBy(rows[0]?.outcome)
}

type Decision = { id: string; reason: string; assertion: Assertion }

/**
 * The second signature. In the customer's favour one entry moves the money in the same transaction; against the customer it
 * is announced to them and carried out a day later. Refuses 40020 `entry` where that entry did not give the customer so
 * much, all adjustments that name it taken together, and 40020 `amount` beyond the cap of one customer and day.
 */
export const approveAdjustment = (deps: ConsoleDeps, decision: Decision, call: OperatorCall) =>
  approve(
    deps,
    {
      kinds: adjustmentKinds,
      request: decision,
      async apply(tx, changeRequest) {
        if (isDebit(changeRequest.values['amount'] ?? '')) return announce(deps, tx, changeRequest)
        await sql`select operators.apply_adjustment(${changeRequest.id}::uuid, ${dateOf(deps.clock.now())})`.execute(tx)
        return undefined
      },
    },
    call,
  )

const refusals: ReadonlyMap<string, readonly [field: string, reason: string]> = new Map(
  Object.entries<[string, string]>({
    entry_unknown: ['entry', 'unknown'],
    entry_exhausted: ['entry', 'exhausted'],
    cap_reached: ['amount', 'capReached'],
  }),
)

function refuseBy(outcome: string | null | undefined): void {
  const refusal = refusals.get(outcome ?? '')
  if (refusal !== undefined) throw badField(...refusal)
}

async function announce(deps: ConsoleDeps, tx: OperatorsDb, { id }: StoredRequest): Promise<void> {
  const { rows } = await sql<{ outcome: string }>`
    select operators.announce_adjustment(${id}::uuid, ${dateOf(deps.clock.now())}) as outcome`.execute(tx)
  refuseBy(rows[0]?.outcome)
  await notifyOfDebit(deps, tx, { id, template: announcedNotice })
}
