import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import { createSubscription, type Subscription } from '../../kernel/outbox/subscription.ts'
import type { LoansDeps } from './loans.deps.ts'

/** A step of a withdrawal; those that give money back may give back loan money whose loan is repaid by then. */
type WithdrawalStepped = { readonly customerId?: string; readonly step: string }
const givingBack = new Set(['CANCELLED', 'REJECTED', 'FAILED'])

/**
 * Whoever repays a loan with USDT while a withdrawal of loan money waits has paid for that money: when the withdrawal gives
 * it back, what is beyond the principal that is still owed becomes USDT of the customer's own.
 */
export const releaseRepaid = (
  outbox: OutboxDb,
  { clock, log, moved }: Pick<LoansDeps, 'clock' | 'log' | 'moved'>,
): Subscription =>
  createSubscription<WithdrawalStepped>(
    { db: outbox, log },
    {
      name: 'loans.release',
      type: 'withdrawals.stepped',
      batch: 100,
      async handle(tx, events) {
        const back = events.filter(({ payload }) => givingBack.has(payload.step))
        // In one order, so that two processes never wait for each other's customers.
        const customers = [...new Set(back.flatMap(({ payload }) => payload.customerId ?? []))].toSorted()
        const accounts: bigint[] = []
        for (const customerId of customers) {
          const { rows } = await sql<{ account: bigint | null }>`
            select loans.release(${uuidV7(clock.now())}, ${customerId}, to_timestamp(${clock.now()} / 1000.0)) as account`.execute(
            tx,
          )
          if (rows[0]?.account != null) accounts.push(rows[0].account)
        }
        return () => accounts.forEach(moved)
      },
    },
  )
