import type { LoanClause } from '@evenhand/protocol/loan-rules.ts'
import { eachApart } from '../../kernel/concurrency/apart.ts'
import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { OutboxDb } from '../../kernel/outbox/outbox.store.ts'
import { createSubscription, type Subscription } from '../../kernel/outbox/subscription.ts'
import { collectable, collectDue } from './collections.store.ts'
import { loanNotice } from './loan-notices.ts'
import type { LoansDeps } from './loans.deps.ts'
import { dueOf, owedOf, usdtText } from './loans.rules.ts'
import { findLoan, loansWhere, type LoanRow, type LoansDb } from './loans.store.ts'
import { planInForce } from './repayment-plan.rules.ts'
import { rewardRepaid } from './repay-loan.ts'
import { disbursedOf } from './view-loan.ts'

type Deps = Pick<LoansDeps, 'clock' | 'log' | 'moved' | 'enqueueNotices'>
type Collecting = { row: LoanRow; clause: LoanClause; deposit: { id: string; units: bigint } | null }

const templates = { STANDING_ORDER: 'loan.standing_order', SET_OFF: 'loan.set_off' } as const

/** A collection that finds another payment before its own computes anew, at most so often. */
const tries = 40

/** Takes what is due of a loan by a clause, with its notice and what it does to the score; whether anything was taken. */
async function collect(deps: Deps, tx: LoansDb, { row, clause, deposit }: Collecting): Promise<boolean> {
  for (let tried = 0, seen: LoanRow | undefined = row; tried < tries && seen; tried += 1) {
    const loan = disbursedOf(seen)
    const at = Math.max(deps.clock.now(), seen.payments.at(-1)?.at ?? 0)
    const due = loan === undefined ? 0n : dueOf(loan, at)
    if (loan === undefined || due === 0n) return false
    const owed = owedOf(loan, at)
    const { id: loanId, customerId } = seen
    const id = uuidV7(at)
    const taken = await collectDue(tx, {
      id,
      loanId,
      customerId,
      clause,
      deposit,
      due,
      at,
      payments: seen.payments.length,
      planId: planInForce(seen.plans)?.id ?? null,
      owed: owed.principal + owed.interest,
    })
    if (taken.outcome === 'nothing') return false
    if (taken.outcome === 'paid') {
      if (taken.ends === 'REPAID') await rewardRepaid(tx, seen, at)
      const payment = { paid: usdtText(taken.principal + taken.interest), ref: id }
      const notices = [loanNotice(templates[clause], seen, payment)]
      if (taken.ends === 'REPAID') notices.push(loanNotice('loan.repaid', seen, payment))
      await deps.enqueueNotices(tx, notices)
      return true
    }
    seen = await findLoan(tx, { id: loanId })
  }
  return false
}

type Credited = {
  readonly depositId: string
  readonly customerId: string
  readonly asset: number
  readonly units: string
}
/** USDT, in which loans are owed. */
const usdt = 1

/**
 * A deposit repays what is due of its customer's loan where a standing order was signed and is not revoked: it comes after
 * the credit, and takes each deposit once.
 */
export const followStandingOrders = (outbox: OutboxDb, deps: Deps): Subscription =>
  createSubscription<Credited>(
    { db: outbox, log: deps.log },
    {
      name: 'loans.standingOrder',
      type: 'deposits.credited',
      batch: 100,
      async handle(tx, events) {
        const moved: bigint[] = []
        // In one order, so that two processes never wait for each other's customers.
        const credited = events
          .map(({ payload }) => payload)
          .filter(({ asset }) => asset === usdt)
          .toSorted((a, b) => (a.customerId < b.customerId ? -1 : 1))
        for (const { depositId, customerId, units } of credited) {
          const where = sql`l.customer_id = ${customerId} and ${collectable('STANDING_ORDER')}`
          const row = (await loansWhere(tx as unknown as LoansDb, { where, limit: 1 }))[0]
          const deposit = { id: depositId, units: BigInt(units) }
          const done =
            row && (await collect(deps, tx as unknown as LoansDb, { row, clause: 'STANDING_ORDER', deposit }))
          if (row && done === true) moved.push(row.accountId)
        }
        return () => moved.forEach(deps.moved)
      },
    },
  )

/**
 * Takes what is overdue out of the free balance of those who signed the clause of set-off and have not revoked it. One loan
 * that fails stops no other.
 */
export async function setOffOverdue(deps: LoansDeps): Promise<void> {
  const batch = 200
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const where = sql`${collectable('SET_OFF')} and l.id > ${after}::uuid`
    const rows = await loansWhere(deps.db, { where, order: sql`l.id`, limit: batch })
    await eachApart(rows, {
      async run(row) {
        const done = await deps.db
          .transaction()
          .execute((tx) => collect(deps, tx, { row, clause: 'SET_OFF', deposit: null }))
        if (done) deps.moved(row.accountId)
      },
      failed: ({ id }, cause) => deps.log.error({ loanId: id, cause: String(cause) }, 'what is overdue was not taken'),
    })
    after = rows.at(-1)?.id ?? after
    if (rows.length < batch) return
  }
}
