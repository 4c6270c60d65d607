import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { usdtScale } from './parse-amount.ts'

function exactly(text: string, scale: number): bigint {
  const units = parseUnits(text, scale)
  if (units === undefined) throw new RangeError(`not decimal text of ${scale} decimals: ${text}`)
  return units
}

/** Smallest units of USDT; a RangeError for text that is no amount of USDT. */
export const usdtUnits = (text: string): bigint => exactly(text, usdtScale)
/** Decimal text of USDT with two decimals, more only where it has them. */
export const usdtText = (units: bigint): string => formatUnits(units, usdtScale, 2)
/** A per cent as decimal text in millionths: it has at most four decimals, else a RangeError. */
export const ppmOf = (percent: string): bigint => exactly(percent, 4)
