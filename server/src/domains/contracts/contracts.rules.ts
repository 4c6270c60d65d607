import { maxNotional, maxOpenPositions } from '@evenhand/proofs/contracts/opening.ts'
import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, type AccountMode } from '@evenhand/protocol/money.ts'
import type { ContractsDeps } from './contracts.deps.ts'

/** What one account may have open, and what the house takes on an instrument and in all: smallest units of USDT. */
export type ContractLimits = {
  readonly positions: number
  readonly notional: bigint
  readonly instrument: bigint
  readonly total: bigint
}

/** The limits of this moment: those of accounts are constants, the house's are decided with the terms. */
export const limitsNow = ({ terms, limits }: Pick<ContractsDeps, 'terms' | 'limits'>): ContractLimits =>
  limits ?? { positions: maxOpenPositions, notional: maxNotional, ...terms.now().exposure }

/** Beside margin and fee at the price seen a market order sets aside a hundredth more, for a fill that is worse. */
export const heldFor = (needed: bigint): bigint => needed + (needed + 99n) / 100n

/**
 * The accounts on which contracts are offered on prices of a kind: none where they are delayed; in a live installation the
 * real one only where two sources agree, or more.
 */
export const contractModesOn = (params: { kind: FeedKind; installation: 'sandbox' | 'live' }): AccountMode[] => {
  const { kind, installation } = params
  if (kind === 'delayed') return []
  return (['real', 'virtual'] as const).filter(
    (mode) => mode === 'virtual' || installation === 'sandbox' || kind === 'live' || kind === 'thin',
  )
}

/** The calls under which idempotency keys are kept. */
export const keyRoutes = { buy: 'buyContract', close: 'closeContract', update: 'updateContract' } as const

/** An amount of USDT as the wire shows it. */
export const usdtText = (units: bigint): string => formatUnits(units, 6)
/** The number a customer reads out to us. */
export const contractNoText = (orderNo: bigint): string => `EC${orderNo.toString().padStart(9, '0')}`
