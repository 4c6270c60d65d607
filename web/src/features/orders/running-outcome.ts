import { formatUnits, mulDiv, parseUnits } from '@evenhand/protocol/money.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { scaledInteger } from '../../lib/format.tsx'
import { positionOf } from './order-words.ts'

const whole = 1_000_000n

/** What an order would bring if this price were its exit, with its sign: + stake × rate, − stake, or 0. For display alone. */
export function profitNow(
  order: Pick<OptionOrder, 'direction' | 'openPrice' | 'stake' | 'payoutRate'>,
  price: string,
): string {
  const position = positionOf(order, price)
  const stake = parseUnits(order.stake, 6) ?? 0n
  if (position === 'level') return '0'
  if (position === 'behind') return formatUnits(-stake, 6, 2)
  return formatUnits(mulDiv(stake, parseUnits(order.payoutRate, 6) ?? 0n, whole, 'floor'), 6, 2)
}

export type Distance = { readonly text: string; readonly way: 'above' | 'below' | 'level' }

/** How far a price is from the entry, in the decimals that the price is shown in. */
export function distanceOf(entry: string, price: string): Distance {
  const shown = price.split('.')[1]?.length ?? 0
  const decimals = Math.max(shown, entry.split('.')[1]?.length ?? 0)
  const exact = scaledInteger(price, decimals) - scaledInteger(entry, decimals)
  const unit = 10n ** BigInt(decimals - shown)
  const size = ((exact < 0n ? -exact : exact) + unit / 2n) / unit
  const digits = String(size).padStart(shown + 1, '0')
  const text = shown === 0 ? digits : `${digits.slice(0, -shown)}.${digits.slice(-shown)}`
  return { text, way: size === 0n ? 'level' : exact > 0n ? 'above' : 'below' }
}

/** The share of an order's time that is left at a moment, from 1 at its entry to 0 at its end. */
export function shareLeft(
  { limitTime, expirationTime }: Pick<OptionOrder, 'limitTime' | 'expirationTime'>,
  now: number,
) {
  if (expirationTime === null) return 1
  return Math.max(0, Math.min(1, (expirationTime - now) / (limitTime * 1000)))
}
