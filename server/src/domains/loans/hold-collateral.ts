import {
  collateralSale,
  collateralValue,
  ltvBps,
  notifiedLtv,
  type SaleCause,
} from '@evenhand/proofs/loans/collateral.ts'
import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { collateralNotice, soldNotice } from './collateral-notices.ts'
import type { PricedTick } from './collateral.rules.ts'
import { collateralOf, keepNotified, securedNow, sellCollateral, type CollateralRow } from './collateral.store.ts'
import { loanNotice } from './loan-notices.ts'
import type { LoansDeps } from './loans.deps.ts'
import { usdtText } from './loans.rules.ts'
import { findLoan, loansWhere, type LoanRow, type LoansDb } from './loans.store.ts'
import { rewardRepaid } from './repay-loan.ts'
import { planInForce } from './repayment-plan.rules.ts'
import { owedTotal } from './view-collateral.ts'

export type HoldDeps = Pick<LoansDeps, 'db' | 'clock' | 'log' | 'moved' | 'enqueueNotices' | 'prices'>

const batch = 200
/** A check that finds another payment or movement before its own computes anew, at most so often. */
const tries = 40

/**
 * Holds the collateral of every loan that runs against the newest price of its coin: notifies its customer of a share that
 * is reached, sells a part from 83 % on, and sells what repays a loan that would be written off. Without a recent price
 * nothing happens. One loan that fails stops no other.
 */
export async function holdCollateral(deps: HoldDeps): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const where = sql`${securedNow} and l.id > ${after}::uuid`
    const rows = await loansWhere(deps.db, { where, order: sql`l.id`, limit: batch })
    for (const row of rows)
      await holdOne(deps, row).catch((error: unknown) =>
        deps.log.error({ err: error, loanId: row.id }, 'collateral of a loan'),
      )
    after = rows.at(-1)?.id ?? after
    if (rows.length < batch) return
  }
}

type Step = 'done' | 'again'

/** Steps of one loan, each a transaction of its own, until nothing is left to do at the newest price. */
async function holdOne(deps: HoldDeps, { id, accountId }: LoanRow): Promise<void> {
  let moved = false
  for (let tried = 0; tried < tries; tried += 1) {
    const step = await deps.db.transaction().execute(async (tx): Promise<Step | 'moved'> => {
      const row = await findLoan(tx, { id })
      const held = row && (await collateralOf(tx, id))
      const tick = held && deps.prices.newest(held.coin)
      if (row === undefined || held === undefined || tick === undefined || held.amount === 0n) return 'done'
      return check(deps, tx, { row, held, tick })
    })
    if (step === 'moved') moved = true
    if (step === 'done') break
  }
  if (moved) deps.moved(accountId)
}

type Seen = { row: LoanRow; held: CollateralRow; tick: PricedTick }

async function check(deps: HoldDeps, tx: LoansDb, seen: Seen): Promise<Step | 'moved'> {
  const { row, held, tick } = seen
  const at = Math.max(deps.clock.now(), row.payments.at(-1)?.at ?? 0, held.moves.at(-1)?.at ?? 0)
  const owed = owedTotal(row, at)
  const isEnd = row.status === 'IN_ARREARS' && row.dueAt !== null && row.dueAt <= at
  const cause: SaleCause = isEnd ? 'END' : 'LTV'
  const sale = collateralSale({ ...held, price: tick, owed, cause })
  if (sale === undefined) {
    await notify(deps, tx, { ...seen, owed, at })
    return 'done'
  }
  const id = uuidV7(at)
  const { id: loanId, customerId } = row
  const planId = planInForce(row.plans)?.id ?? null
  const counted = { payments: row.payments.length, planId, moves: held.moves.length }
  const sold = await sellCollateral(tx, { id, loanId, customerId, ...counted, owed, cause, tick, at, ...sale })
  if (sold.outcome === 'changed') return 'again'
  if (sold.outcome === 'inventory') deps.log.warn({ loanId }, 'collateral is not sold: too little in the inventory')
  if (sold.outcome === 'nothing' || sold.outcome === 'inventory') return 'done'
  if (sold.ends === 'REPAID') await rewardRepaid(tx, row, at)
  const payment = { paid: usdtText(sold.paid ?? 0n), ref: id }
  const left = { coin: held.coin, amount: held.amount - sale.amount, price: tick }
  const owedLeft = owed - (sold.paid ?? 0n)
  const value = collateralValue(left)
  // The notice of the sale states the share that is left: no other one follows for it.
  const notified = { loanId, before: held.notified, after: notifiedLtv(held.notified, owedLeft, value) }
  if (sold.outcome === 'sold') await keepNotified(tx, notified)
  const bps = ltvBps(owedLeft, value)
  const notices =
    sold.outcome === 'lent'
      ? [loanNotice('loan.repayment', row, payment)]
      : [soldNotice(row, { ...payment, coin: held.coin, tick, amount: sale.amount, bps })]
  if (sold.ends === 'REPAID') notices.push(loanNotice('loan.repaid', row, payment))
  await deps.enqueueNotices(tx, notices)
  return 'moved'
}

/** Notifies of the highest share that is reached, once for each time. */
async function notify(deps: HoldDeps, tx: LoansDb, seen: Seen & { owed: bigint; at: number }): Promise<void> {
  const { row, held, tick, owed, at } = seen
  const value = collateralValue({ coin: held.coin, amount: held.amount, price: tick })
  const after = notifiedLtv(held.notified, owed, value)
  if (after === held.notified) return
  const isFirst = await keepNotified(tx, { loanId: row.id, before: held.notified, after })
  if (isFirst && after > held.notified)
    await deps.enqueueNotices(tx, [collateralNotice(row, { ltv: after, coin: held.coin, tick, at })])
}
