import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import { createSubscription, type Subscription } from '../../kernel/outbox/subscription.ts'
import type { LoansDeps } from './loans.deps.ts'

/** A step of a withdrawal; those that give money back may give back loan money whose loan is repaid by then. */
type WithdrawalStepped = { readonly customerId?: string; readonly step: string }
const givingBack = new Set(['CANCELLED', 'REJECTED', 'FAILED'])
/** A bid gave loan money back. */
type BidReleased = { readonly customerId: string }

type Deps = Pick<LoansDeps, 'clock' | 'log' | 'moved'>

/** Releases what these customers hold beyond what they owe; returns what is to be done after the commit. */
async function release(tx: OutboxDb, { clock, moved }: Deps, customerIds: readonly string[]): Promise<() => void> {
  const accounts: bigint[] = []
  // In one order, so that two processes never wait for each other's customers.
  for (const customerId of [...new Set(customerIds)].toSorted()) {
    const { rows } = await sql<{ account: bigint | null }>`
      select loans.release(${uuidV7(clock.now())}, ${customerId}, to_timestamp(${clock.now()} / 1000.0)) as account`.execute(
      tx,
    )
    if (rows[0]?.account != null) accounts.push(rows[0].account)
  }
  return () => accounts.forEach(moved)
}

/**
 * A customer who repays a loan with USDT while a withdrawal of loan money waits has paid for that money: when the withdrawal
 * gives it back, what is beyond the principal that is still owed becomes USDT of the customer's own.
 */
export const releaseRepaid = (outbox: OutboxDb, deps: Deps): Subscription =>
  createSubscription<WithdrawalStepped>(
    { db: outbox, log: deps.log },
    {
      name: 'loans.release',
      type: 'withdrawals.stepped',
      batch: 100,
      handle: (tx, events) =>
        release(
          tx,
          deps,
          events.flatMap(({ payload }) => (givingBack.has(payload.step) ? (payload.customerId ?? []) : [])),
        ),
    },
  )

/** The same when a bid that was paid with loan money is outbid, or ends below its maximum. */
export const releaseOutbid = (outbox: OutboxDb, deps: Deps): Subscription =>
  createSubscription<BidReleased>(
    { db: outbox, log: deps.log },
    {
      name: 'loans.releaseOutbid',
      type: 'collectibles.released',
      batch: 100,
      handle: (tx, events) =>
        release(
          tx,
          deps,
          events.map(({ payload }) => payload.customerId),
        ),
    },
  )
