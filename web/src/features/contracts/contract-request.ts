import { dayMs } from '@evenhand/protocol/durations.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { productNow } from '../../feed/quote-store.ts'
import type { StopScale, TicketState } from './contract-ticket.form.ts'
import type { ContractRequest } from './use-buy-contract.ts'
import { priceTextOf } from './use-preview.ts'

type Price = bigint | 'wrong' | undefined
type Facts = {
  readonly code: string
  readonly lots: bigint | undefined
  readonly stops: { readonly stopLoss: Price; readonly takeProfit: Price }
  readonly scale: StopScale | undefined
}

/** The order that a ticket stands for; undefined while it is none. A pending order has no bound of slippage. */
export function requestOf(state: TicketState, { code, lots, stops, scale }: Facts): ContractRequest | undefined {
  const { side, orderType, leverage, days } = state
  const { stopLoss, takeProfit } = stops
  if (lots === undefined || !scale || stopLoss === 'wrong' || takeProfit === 'wrong') return undefined
  const text = (price: bigint) => formatUnits(price, scale.precision)
  const slippage = /^\d{1,5}$/.test(state.slippageText.trim()) ? Number(state.slippageText) : undefined
  const pending = orderType !== 'MARKET'
  return {
    code,
    side,
    orderType,
    lots,
    leverage,
    ...(pending ? { price: priceTextOf(state.priceText) } : {}),
    ...(stopLoss === undefined ? {} : { stopLoss: text(stopLoss) }),
    ...(takeProfit === undefined ? {} : { takeProfit: text(takeProfit) }),
    ...(slippage === undefined || pending ? {} : { maxSlippage: slippage }),
    ...(pending && days > 0 ? { expiresAt: Math.floor(productNow()) + days * dayMs } : {}),
  }
}
