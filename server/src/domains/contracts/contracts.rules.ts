import { maxNotional, maxOpenPositions } from '@evenhand/proofs/contracts/opening.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'

/** What one account may have open, and what the house takes on an instrument and in all: smallest units of USDT. */
export type ContractLimits = {
  readonly positions: number
  readonly notional: bigint
  readonly instrument: bigint
  readonly total: bigint
}

const usdt = 1_000_000n
export const firstLimits: ContractLimits = {
  positions: maxOpenPositions,
  notional: maxNotional,
  instrument: 2_000_000n * usdt,
  total: 20_000_000n * usdt,
}

/** Beside margin and fee at the price seen a market order sets aside a hundredth more, for a fill that is worse. */
export const heldFor = (needed: bigint): bigint => needed + (needed + 99n) / 100n

/** The calls under which idempotency keys are kept. */
export const keyRoutes = { buy: 'buyContract', close: 'closeContract', update: 'updateContract' } as const

/** An amount of USDT as the wire shows it. */
export const usdtText = (units: bigint): string => formatUnits(units, 6)
/** The number a customer reads out to us. */
export const contractNoText = (orderNo: bigint): string => `EC${orderNo.toString().padStart(9, '0')}`
