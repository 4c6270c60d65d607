import { mulDiv } from '@evenhand/protocol/money.ts'
import { lotScale, lotSizeOf, type ContractInstrument } from './classes.ts'
import { worthBounds, worthOf, type QuoteRate } from './price.ts'
import { termsOf } from './terms.ts'

/** Open positions of an account, and their notional and that of a new one together in smallest units of USDT. */
export const maxOpenPositions = 50
export const maxNotional = 200_000_000_000n

const oneInPpm = 1_000_000n

/** Hundredths of a lot → hundred-millionths of a unit. */
export const unitsOfLots = (instrument: ContractInstrument, lots: bigint): bigint =>
  mulDiv(lotSizeOf(instrument), lots, 10n ** BigInt(lotScale), 'floor')

/** Fee of one side, smallest units of USDT, rounded up once from units × price × rate × fee less a discount. */
export const feeOf = (instrument: ContractInstrument, params: FeeParams): bigint => feesOf(instrument, params).fee

type FeeParams = { readonly units: bigint; readonly price: bigint; readonly rate: QuoteRate }

/** The fee of one side, and the same rounded down: what the fee account receives; the rest goes to `rounding`. */
export function feesOf(
  instrument: ContractInstrument,
  params: FeeParams,
): { readonly fee: bigint; readonly received: bigint } {
  const { feePpm } = termsOf(instrument)
  const { numerator, denominator } = params.rate
  const paidPpm = oneInPpm - (instrument.feeDiscountPpm ?? 0n)
  const rate = { numerator: numerator * feePpm * paidPpm, denominator: denominator * oneInPpm * oneInPpm }
  const { floor, ceil } = worthBounds({ ...params, precision: instrument.precision, rate })
  return { fee: ceil, received: floor }
}

export type Opening = {
  readonly units: bigint
  /** Smallest units of USDT, like margin and fee. */
  readonly notional: bigint
  readonly margin: bigint
  readonly fee: bigint
  /** What the fee account receives of it; the unit between goes to `rounding`. */
  readonly feeReceived: bigint
}

/**
 * What opening comes to at a price. units = lots × lotSize; notional = units × price × quoteToUSDT, rounded up;
 * margin = units × price × quoteToUSDT ÷ leverage, rounded up from the exact product.
 */
export function openingOf(
  instrument: ContractInstrument,
  params: { readonly lots: bigint; readonly leverage: number; readonly price: bigint; readonly rate: QuoteRate },
): Opening {
  const { price, rate, leverage } = params
  const units = unitsOfLots(instrument, params.lots)
  const { precision } = instrument
  const { fee, received } = feesOf(instrument, { units, price, rate })
  const levered = { numerator: rate.numerator, denominator: rate.denominator * BigInt(leverage) }
  return {
    units,
    notional: worthOf({ units, price, precision, rate }, 'ceil'),
    margin: worthOf({ units, price, precision, rate: levered }, 'ceil'),
    fee,
    feeReceived: received,
  }
}
