import {
  collateralValue,
  ltvBps,
  neededCollateral,
  returnableCollateral,
  salePrice,
} from '@evenhand/proofs/loans/collateral.ts'
import { repaymentDate } from '@evenhand/proofs/loans/interest.ts'
import { convert } from '@evenhand/proofs/convert.ts'
import { collateralCoins, minCollateral } from '@evenhand/protocol/collateral-rules.ts'
import type { HeldCollateral, loanCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { coinText, percentText, wireTick, type CollateralPrices } from './collateral.rules.ts'
import { collateralOf, type CollateralMove, type CollateralRow } from './collateral.store.ts'
import type { LoansDeps } from './loans.deps.ts'
import { owedOf, usdtText } from './loans.rules.ts'
import { findLoan, recordsOf, type LoanRow, type LoansDb } from './loans.store.ts'
import { disbursedOf } from './view-loan.ts'

/** What is owed of a loan, and of an application what it would be. */
export function owedTotal(row: LoanRow, at: number): bigint {
  if (row.status === 'PENDING_REVIEW' || row.status === 'APPROVED') return row.amount
  const loan = disbursedOf(row)
  if (loan === undefined) return 0n
  const { principal, interest } = owedOf(loan, at)
  return principal + interest
}

function moveView({ coin }: CollateralRow, { tick, owed, cause, steps, ...move }: CollateralMove) {
  const sold = tick !== null && owed !== null && cause !== null && steps !== null
  const price = parseUnits(tick?.price, decimalsOf(tick?.price))
  const { fee, received } =
    sold && price !== undefined
      ? convert({
          from: coin,
          to: 'USDT',
          amount: move.amount,
          prices: { [coin]: { price, precision: decimalsOf(tick.price) } },
        })
      : { fee: 0n, received: 0n }
  return {
    ...move,
    amount: coinText(coin, move.amount),
    tick,
    sale: sold ? { owed: usdtText(owed), cause, steps, received: usdtText(received), fee: coinText(coin, fee) } : null,
  }
}

const decimalsOf = (price: string | undefined): number => price?.split('.')[1]?.length ?? 0

/** Whether a part of the collateral may be taken back: the loan runs and is not due yet. */
export function mayTakeBack(row: LoanRow, now: number): boolean {
  const loan = disbursedOf(row)
  return row.status === 'ACTIVE' && loan !== undefined && now < repaymentDate(loan)
}

/** Collateral of a loan at the newest price; null for a loan without any. */
export async function viewCollateral(
  { prices, db }: { prices: CollateralPrices; db: LoansDb },
  row: LoanRow,
  now: number,
): Promise<HeldCollateral | null> {
  const held = await collateralOf(db, row.id)
  if (held === undefined) return null
  const { coin, amount, pledged } = held
  const tick = prices.newest(coin)
  const owed = owedTotal(row, now)
  const collateral = tick && { coin, amount, price: tick }
  const value = collateral && collateralValue(collateral)
  const bps = value === undefined || amount === 0n ? null : ltvBps(owed, value)
  const soldAt = collateral === undefined || owed === 0n ? null : salePrice(owed, collateral)
  return {
    loanId: row.id,
    coin,
    amount: coinText(coin, amount),
    pledged: coinText(coin, pledged),
    owed: usdtText(owed),
    tick: tick === undefined ? null : wireTick(tick),
    value: value === undefined ? null : usdtText(value),
    ltv: bps === null ? null : percentText(bps),
    salePrice: tick === undefined || soldAt === null ? null : formatUnits(soldAt, tick.precision),
    returnable:
      collateral === undefined || !mayTakeBack(row, now)
        ? null
        : coinText(coin, returnableCollateral(owed, collateral)),
    moves: held.moves.map((move) => moveView(held, move)),
  }
}

/** Coins that secure a loan with what the caller has of each, and the collateral of the loan that is named or open. Refuses 40039 another's. */
export async function readCollateral(
  deps: LoansDeps,
  request: z.output<typeof loanCollateral.request>,
  { session }: Call,
): Promise<z.input<typeof loanCollateral.result>> {
  const { customerId, accountId } = session
  const owed = request.amount === undefined ? undefined : parseUnits(request.amount, 6)
  if (request.amount !== undefined && (owed === undefined || owed <= 0n))
    throw refuse('amountWrong', { step: '0.000001' })
  const coins = await Promise.all(
    collateralCoins.map(async (coin) => {
      const tick = deps.prices.newest(coin)
      const needed = tick && owed && neededCollateral(owed, { coin, price: tick })
      return {
        coin,
        free: coinText(coin, await deps.ledger.tradable({ accountId, asset: coin })),
        tick: tick === undefined ? null : wireTick(tick),
        needed:
          needed === undefined ? null : coinText(coin, needed < minCollateral[coin] ? minCollateral[coin] : needed),
        min: coinText(coin, minCollateral[coin]),
      }
    }),
  )
  const id = request.id ?? (await recordsOf(deps.db, [customerId])).get(customerId)?.openId ?? null
  const row = id === null ? undefined : await findLoan(deps.db, { id, customerId })
  if (request.id !== undefined && row === undefined) throw refuse('notFound')
  return { coins, held: row === undefined ? null : await viewCollateral(deps, row, deps.clock.now()) }
}
