import { usdtText, usdtUnits } from '../../lib/usdt.ts'

/** Smallest units of USDT in the step of a bid. */
const step = 10_000n
const stepUp = (units: bigint): bigint => ((units + step - 1n) / step) * step

/** Bids offered for one press, as decimal text: the smallest allowed, and a tenth and a quarter above it, in steps of 0.01. */
export function offeredBids(minNextBid: string): readonly string[] {
  const minBid = usdtUnits(minNextBid)
  const raised = [minBid, stepUp((minBid * 110n + 99n) / 100n), stepUp((minBid * 125n + 99n) / 100n)]
  return [...new Set(raised)].map(usdtText)
}

/** Whether units are a whole number of steps of a bid. */
export const isInSteps = (units: bigint): boolean => units % step === 0n

/**
 * An amount of USDT in a coin at its price, as text for orientation alone: to five significant digits, cut. Undefined
 * without a price.
 */
export function inCoin(usdt: string, price: string | undefined): string | undefined {
  const scale = 8n
  if (price === undefined) return undefined
  const [whole = '0', fraction = ''] = price.split('.')
  const priceUnits = BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'))
  if (priceUnits === 0n) return undefined
  const units = (usdtUnits(usdt) * 10n ** (2n + scale)) / priceUnits
  const digits = units.toString().padStart(9, '0')
  const [coins, rest] = [digits.slice(0, -8), digits.slice(-8)]
  const leading = coins === '0' ? rest.length - rest.replace(/^0+/, '').length : 0
  return `${coins}.${rest.slice(0, Math.min(8, leading + 5))}`
}
