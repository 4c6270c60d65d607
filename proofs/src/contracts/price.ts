import { mulDiv } from '@evenhand/protocol/money.ts'
import { unitScale, type ContractInstrument } from './classes.ts'
import { termsOf } from './terms.ts'

export type Side = 'BUY' | 'SELL'
/** Both sides of the index, in units of the instrument's precision. */
export type Sides = { readonly bid: bigint; readonly ask: bigint }
/** What one unit of the quote currency is in USDT, as a fraction of two positive whole numbers. */
export type QuoteRate = { readonly numerator: bigint; readonly denominator: bigint }

const usdtScale = 6

/** Ten steps of the market; of anything but a currency pair one step. */
export const pipOf = ({ type, tickUnits }: ContractInstrument): bigint => (type === 1 ? tickUnits * 10n : tickUnits)

/** Half the spread at an index price, in units of the instrument's precision, rounded up. */
export function halfSpreadOf(instrument: ContractInstrument, price: bigint): bigint {
  const { halfSpread } = termsOf(instrument)
  if ('pipTenths' in halfSpread) return mulDiv(pipOf(instrument), halfSpread.pipTenths, 10n, 'ceil')
  if ('ppm' in halfSpread) return mulDiv(price, halfSpread.ppm, 1_000_000n, 'ceil')
  return mulDiv(halfSpread.hundredths, 10n ** BigInt(instrument.precision), 100n, 'ceil')
}

/** Bid and ask of an index price: tick − half-spread and tick + half-spread. */
export function sidesOf(instrument: ContractInstrument, price: bigint): Sides {
  const half = halfSpreadOf(instrument, price)
  return { bid: price - half, ask: price + half }
}

/** The price at which a position of this side opens, and at which it closes. */
export const openingPrice = (side: Side, { bid, ask }: Sides): bigint => (side === 'BUY' ? ask : bid)
export const closingPrice = (side: Side, { bid, ask }: Sides): bigint => (side === 'BUY' ? bid : ask)

/**
 * USDT, smallest units, of `units` (hundred-millionths) at a price or a difference of prices (units of `precision`):
 * units × price × quoteToUSDT, divided once.
 */
export const worthOf = (
  params: { readonly units: bigint; readonly price: bigint; readonly precision: number; readonly rate: QuoteRate },
  rounding: 'floor' | 'ceil',
): bigint => {
  const { units, price, precision, rate } = params
  const divisor = rate.denominator * 10n ** BigInt(unitScale + precision - usdtScale)
  return mulDiv(units * price, rate.numerator, divisor, rounding)
}

/** `worthOf` rounded both ways, with one division. */
export function worthBounds(params: Parameters<typeof worthOf>[0]): { readonly floor: bigint; readonly ceil: bigint } {
  const { units, price, precision, rate } = params
  const product = units * price * rate.numerator
  const divisor = rate.denominator * 10n ** BigInt(unitScale + precision - usdtScale)
  const quotient = product / divisor
  if (quotient * divisor === product) return { floor: quotient, ceil: quotient }
  return product < 0n ? { floor: quotient - 1n, ceil: quotient } : { floor: quotient, ceil: quotient + 1n }
}

/** `worthOf` rounded down, for many units at prices of one instrument and one rate: its divisor is computed once. */
export type Worth = (units: bigint, price: bigint) => bigint

export function worthAt({ precision, rate }: { readonly precision: number; readonly rate: QuoteRate }): Worth {
  const { numerator } = rate
  const divisor = rate.denominator * 10n ** BigInt(unitScale + precision - usdtScale)
  return (units, price) => {
    const product = units * price * numerator
    const quotient = product / divisor
    return product < 0n && quotient * divisor !== product ? quotient - 1n : quotient
  }
}

/** Price difference in favour of a position: closing − open of a long one, open − closing of a short one. */
export const gainedPrice = (side: Side, open: bigint, close: bigint): bigint =>
  side === 'BUY' ? close - open : open - close
