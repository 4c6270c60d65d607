import { returnableCollateral } from '@evenhand/proofs/loans/collateral.ts'
import { minCollateral } from '@evenhand/protocol/collateral-rules.ts'
import type { HeldCollateral, takeCollateral as takeRoute } from '@evenhand/protocol/loan-collateral.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { coinText, coinUnits } from './collateral.rules.ts'
import { collateralOf, takeBack, type CollateralRow } from './collateral.store.ts'
import type { LoansDeps } from './loans.deps.ts'
import { findLoan, type LoanRow, type LoansDb } from './loans.store.ts'
import { isNewMove } from './pledge-collateral.ts'
import { mayTakeBack, owedTotal, viewCollateral } from './view-collateral.ts'

/** A call that finds another payment or movement before its own computes anew, at most so often. */
const tries = 40

type Found = { row: LoanRow; held: CollateralRow }

/**
 * Takes a part of the collateral back at the newest price, if what is owed is at most half the value of the rest. The same
 * key again takes nothing more; refuses 40028 it with another request, 40039 a loan that does not run, is due or has no
 * collateral, 10015 without a recent price, 10016 with `max` more than may be taken back.
 */
export async function takeCollateral(
  deps: LoansDeps,
  { id, amount }: z.output<typeof takeRoute.request>,
  call: Call,
): Promise<HeldCollateral> {
  const { customerId, accountId } = call.session
  const find = async (tx: LoansDb): Promise<Found> => {
    const row = await findLoan(tx, { id, customerId })
    const held = row && (await collateralOf(tx, id))
    if (row === undefined || held === undefined) throw refuse('notFound')
    return { row, held }
  }
  const view = await deps.db.transaction().execute(async (tx) => {
    const isNew = await isNewMove(deps, tx, { call, ref: id, route: 'takeCollateral' })
    if (isNew) await take(deps, tx, { amount, find: () => find(tx) })
    return viewCollateral({ ...deps, db: tx }, (await find(tx)).row, deps.clock.now())
  })
  deps.moved(accountId)
  if (view === null) throw refuse('notFound')
  return view
}

async function take(
  { prices, clock }: Pick<LoansDeps, 'prices' | 'clock'>,
  tx: LoansDb,
  { amount, find }: { amount: string; find: () => Promise<Found> },
): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    const { row, held } = await find()
    const at = Math.max(clock.now(), row.payments.at(-1)?.at ?? 0, held.moves.at(-1)?.at ?? 0)
    if (!mayTakeBack(row, at)) throw refuse('notFound')
    const tick = prices.newest(held.coin)
    if (tick === undefined) throw refuse('notTradableNow', { reason: 'stale' })
    const units = coinUnits(held.coin, amount)
    const owed = owedTotal(row, at)
    const returnable = returnableCollateral(owed, { coin: held.coin, amount: held.amount, price: tick })
    const { id: loanId, customerId } = row
    const counted = { payments: row.payments.length, moves: held.moves.length }
    const taking = { id: uuidV7(at), loanId, customerId, ...counted, owed, amount: units, tick, at }
    const outcome = units > returnable ? 'share' : await takeBack(tx, taking)
    if (outcome === 'taken') return
    if (outcome === 'state') throw refuse('notFound')
    if (outcome === 'share')
      throw refuse('amountWrong', {
        min: coinText(held.coin, minCollateral[held.coin]),
        max: coinText(held.coin, returnable),
        step: coinText(held.coin, 1n),
      })
  }
  throw refuse('notFound')
}
