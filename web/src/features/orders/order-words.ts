import type { Direction, OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { localNumber } from '@evenhand/protocol/local-number.ts'
import { scaledInteger } from '../../lib/format.tsx'

/**
 * How an order would end if this price were its exit: for words alone, it decides nothing. The price is one of a list, with
 * fewer decimals than the entry was recorded in: within half its last digit it is unknown.
 */
export function positionOf(
  order: Pick<OptionOrder, 'direction' | 'openPrice'>,
  price: string,
): 'ahead' | 'behind' | 'level' {
  if (order.openPrice === null) return 'level'
  const shown = price.split('.')[1]?.length ?? 0
  const recorded = Math.max(shown, order.openPrice.split('.')[1]?.length ?? 0)
  const apart = scaledInteger(price, recorded) - scaledInteger(order.openPrice, recorded)
  if (2n * (apart < 0n ? -apart : apart) <= 10n ** BigInt(recorded - shown)) return 'level'
  return apart > 0n === (order.direction === 'UP') ? 'ahead' : 'behind'
}

/** Time left as m:ss or h:mm:ss; never below zero. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** Decimals of a price as it was recorded, its zeros at the end left out. */
const ownDecimals = (price: string | null): number => (price?.split('.')[1] ?? '').replace(/0+$/, '').length

/**
 * How many decimals the prices of an order are written with, wherever they are: both alike, to the last digit that either
 * has, at least two. A tick beside them may have more.
 */
export const decimalsOf = (
  { openPrice, closePrice }: Pick<OptionOrder, 'openPrice' | 'closePrice'>,
  beside: string | null = null,
): number => Math.max(2, ...[openPrice, closePrice, beside].map(ownDecimals))

type VerdictKey =
  | `verdict.${'WON' | 'LOST'}.${Direction}`
  | 'verdict.TIE'
  | 'verdict.SOLD'
  | `verdict.VOID.${NonNullable<OptionOrder['voidReason']>}`
  | 'verdict.running'

/** The sentence about why an order ended as it did, and the prices in it as the language `tag` writes them. */
export function verdictOf(
  order: OptionOrder,
  tag: string,
): { key: VerdictKey; values: { entry: string; exit: string } } {
  const decimals = decimalsOf(order)
  const price = (text: string | null) =>
    text === null ? '—' : localNumber(text, tag, { minDecimals: decimals, maxDecimals: decimals })
  const values = { entry: price(order.openPrice), exit: price(order.closePrice) }
  if (!isSettled(order.status)) return { key: 'verdict.running', values }
  if (order.status === 'WON' || order.status === 'LOST')
    return { key: `verdict.${order.status}.${order.direction}`, values }
  if (order.status === 'VOID') return { key: `verdict.VOID.${order.voidReason ?? 'FEED_INVALID'}`, values }
  return { key: order.status === 'SOLD' ? 'verdict.SOLD' : 'verdict.TIE', values }
}
