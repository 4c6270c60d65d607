import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { Quote, QuoteBoard } from '../quotes/quote-board.ts'
import type { PriceSource } from '../sources/source.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

const dollars = new Set(['USD', 'USDT', 'USDC'])
/** Rates and volumes are brought to this many decimals, so that no pair of digits is lost on a yen or a won. */
const scale = 12
const one = 10n ** BigInt(scale)
/** Decimals in which sources count volume. */
const volumeScale = 3

export type DayVolume = (quote: Quote) => string | undefined

/**
 * What was traded of an instrument in the last 24 hours, valued at its present price and in whole US dollars: the only
 * figure by which a list of all markets can be ordered. Undefined where the source counts no volume, or where no forex
 * pair reports what the quote's currency is worth. Worked out once a minute.
 */
export function createDayVolume({
  board,
  source,
  clock,
}: {
  board: QuoteBoard
  source: PriceSource
  clock: Clock
}): DayVolume {
  let kept = new Map<string, string | undefined>()
  let minute = -1

  const unitsAt = ({ price, instrument }: Quote): bigint =>
    mulDiv(price, one, 10n ** BigInt(instrument.precision), 'floor')
  /** Dollars for one of a currency, at `scale`. */
  const worth = (currency: string): bigint | undefined => {
    if (dollars.has(currency)) return one
    const direct = board.quote(`${currency}USD`)
    if (direct !== undefined && direct.price > 0n) return unitsAt(direct)
    const inverse = board.quote(`USD${currency}`)
    return inverse === undefined || inverse.price <= 0n ? undefined : mulDiv(one, one, unitsAt(inverse), 'floor')
  }
  const workOut = (quote: Quote, now: number): string | undefined => {
    const traded = source.volumeBetween(quote.instrument, now - dayMs, now)
    const rate = traded > 0n ? worth(quote.instrument.quote) : undefined
    if (rate === undefined) return undefined
    const value = mulDiv(traded * unitsAt(quote), rate, one * one * 10n ** BigInt(volumeScale), 'floor')
    return formatUnits(value, 0)
  }

  return (quote) => {
    const now = clock.now()
    if (Math.floor(now / minuteMs) !== minute) {
      minute = Math.floor(now / minuteMs)
      kept = new Map()
    }
    const { code } = quote.instrument
    if (!kept.has(code)) kept.set(code, workOut(quote, now))
    return kept.get(code)
  }
}
