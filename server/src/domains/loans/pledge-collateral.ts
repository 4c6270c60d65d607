import { minuteMs } from '@evenhand/protocol/durations.ts'
import { collateralPriceMinutes, type CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import type { addCollateral as addRoute, HeldCollateral, SignedCollateral } from '@evenhand/protocol/loan-collateral.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { coinText, coinUnits, mustSecure, mustStandNow, pricedAt, type Pledged } from './collateral.rules.ts'
import { collateralOf, pledge, type PledgeOutcome } from './collateral.store.ts'
import type { LoansDeps } from './loans.deps.ts'
import { findLoan, type LoansDb } from './loans.store.ts'
import { viewCollateral } from './view-collateral.ts'

type Priced = Pick<LoansDeps, 'prices'>
type Offered = { coin: CollateralCoin; amount: string }

/**
 * Collateral of an amount at the newest price. Refuses 10015 without a recent price, 10016 what is malformed or of which
 * the amount is more than half the value.
 */
export function pledgedNow({ prices }: Priced, amount: bigint, offered: Offered): Pledged {
  const { coin } = offered
  const units = coinUnits(coin, offered.amount)
  const tick = prices.newest(coin)
  if (tick === undefined) throw refuse('notTradableNow', { reason: 'stale' })
  const pledged = { coin, amount: units, tick }
  mustSecure(amount, pledged)
  return pledged
}

/**
 * Collateral as it was signed: at a tick of the record that is at most half an hour old. Refuses as `pledgedNow` does, and
 * 40006 an older or unknown tick, or a price that has fallen so far since that the loan would begin with a warning.
 */
export async function pledgedAsSigned(
  { prices, clock }: Priced & Pick<LoansDeps, 'clock'>,
  amount: bigint,
  { coin, amount: text, seq, ts }: SignedCollateral,
): Promise<Pledged> {
  const units = coinUnits(coin, text)
  const now = clock.now()
  const isRecent = ts <= now && now - ts <= collateralPriceMinutes * minuteMs
  const tick = isRecent ? await prices.recorded({ coin, seq, ts }) : undefined
  if (tick === undefined) throw refuse('quoteChanged', {})
  const pledged = { coin, amount: units, tick }
  mustSecure(amount, pledged)
  const newest = prices.newest(coin)
  if (newest === undefined) throw refuse('notTradableNow', { reason: 'stale' })
  mustStandNow(amount, pricedAt({ ...pledged, tick: newest }))
  return pledged
}

/** Holds what was signed, in the transaction of the application. Refuses 10026 with `free` what is not there. */
export async function holdPledged(
  tx: LoansDb,
  { pledged, ...loan }: { loanId: string; customerId: string; at: number; pledged: Pledged },
): Promise<void> {
  mustBePledged(pledged.coin, await pledge(tx, { id: uuidV7(loan.at), ...loan, ...pledged }))
}

function mustBePledged(coin: CollateralCoin, { outcome, free }: PledgeOutcome): void {
  if (outcome === 'balance') throw refuse('insufficientBalance', { free: coinText(coin, free ?? 0n) })
  if (outcome === 'state') throw refuse('notFound')
}

/** Adds to the collateral of a loan. The same key again adds nothing; refuses 40028 it with another request. */
export async function addCollateral(
  deps: LoansDeps,
  { id, amount }: z.output<typeof addRoute.request>,
  call: Call,
): Promise<HeldCollateral> {
  const { customerId, accountId } = call.session
  const at = deps.clock.now()
  const view = await deps.db.transaction().execute(async (tx) => {
    const row = await findLoan(tx, { id, customerId })
    const held = row && (await collateralOf(tx, id))
    if (row === undefined || held === undefined) throw refuse('notFound')
    // The key is kept first: a second call with it waits here for the first one to commit, and adds nothing.
    if (await isNewMove(deps, tx, { call, ref: id, route: 'addCollateral' })) {
      const units = coinUnits(held.coin, amount)
      const added = { id: uuidV7(at), loanId: id, customerId, coin: held.coin, amount: units, tick: null, at }
      mustBePledged(held.coin, await pledge(tx, added))
    }
    return viewCollateral({ ...deps, db: tx }, row, at)
  })
  deps.moved(accountId)
  if (view === null) throw refuse('notFound')
  return view
}

/** Keeps the key of a call under its route; false for a call that was made before. Refuses 40028 it with another request. */
export async function isNewMove(
  { ledger }: Pick<LoansDeps, 'ledger'>,
  tx: LoansDb,
  { call, ref, route: keyRoute }: { call: Call; ref: string; route: 'addCollateral' | 'takeCollateral' },
): Promise<boolean> {
  const { key, session } = call
  if (key === undefined) return true
  const { accountId } = session
  if (await ledger.remember(tx, { accountId, key, route: keyRoute, request: call.requestHash(), ref })) return true
  const known = (await ledger.findKey({ accountId, key }, tx)).find(({ route }) => route === keyRoute)
  if (known === undefined || !known.request.equals(call.requestHash())) throw refuse('keyReused')
  return false
}
