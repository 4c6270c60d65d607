import type { CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import type { NotificationEvent } from '../notices/index.ts'
import { coinText, percentText, tickText, type PricedTick } from './collateral.rules.ts'
import { loanNo, usdtText } from './loans.rules.ts'
import type { LoanRow } from './loans.store.ts'

const paramsOf = (row: LoanRow) => ({
  loanId: row.id,
  orderNo: loanNo(row.orderNo),
  amount: usdtText(row.amount),
})

/** A notice of a share that is reached, with the price that did it. */
export const collateralNotice = (
  row: LoanRow,
  { ltv, coin, tick, at }: { ltv: number; coin: CollateralCoin; tick: PricedTick; at: number },
): NotificationEvent => ({
  accountId: row.accountId,
  template: 'loan.collateral',
  params: { ...paramsOf(row), ltv: String(ltv), price: `${tickText(tick)} USDT/${coin}` },
  ref: `loan.collateral ${row.id} ${at}`,
})

type Sold = { paid: string; ref: string; coin: CollateralCoin; tick: PricedTick; amount: bigint; bps: bigint | null }

/** A notice of a sale: what was sold at which price, what it repaid, and the share that is left. */
export const soldNotice = (row: LoanRow, { paid, ref, coin, tick, amount, bps }: Sold): NotificationEvent => ({
  accountId: row.accountId,
  template: 'loan.collateral_sold',
  params: {
    ...paramsOf(row),
    paid,
    sold: `${coinText(coin, amount)} ${coin}`,
    price: `${tickText(tick)} USDT/${coin}`,
    ltv: bps === null ? '100' : percentText(bps),
  },
  ref: `loan.collateral_sold ${ref}`,
})
