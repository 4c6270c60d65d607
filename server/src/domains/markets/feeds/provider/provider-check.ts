import { mulDiv, parseUnits } from '@evenhand/protocol/money.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import type { ProviderFault, ProviderQuote } from './provider.ts'

/** What became of a quote: a price in units of the instrument's precision, or what was wrong with it; neither where a side of the book is empty. */
export type Checked = {
  readonly code?: string
  readonly fault?: ProviderFault
  readonly price?: { readonly mid: bigint; readonly at: number }
}

/** How far a provider's clock may run ahead of ours. */
const aheadMs = 2000
/** More decimals than any market uses; a longer text is no price. */
const finest = 18
const longestPrice = 40
/** So many quotes of a symbol that came too late, one after another, and it is the newest of before that was wrong. */
const maxBehind = 20

/** What is known of a symbol: its newest number and time, and how many came too late since. */
type Newest = { seq: number | undefined; at: number | undefined; behind: number }

/**
 * Checks the quotes of one connection, in the order received; remembers the newest number and time of each symbol. Pure but
 * for that memory: the only check of what a provider sends. A gap in the numbers is a fault and still a price, because a
 * quote stands by itself; every other fault leaves no price.
 */
export function createQuoteCheck(params: {
  /** The instruments of the symbols that were requested. */
  bySymbol: ReadonlyMap<string, Instrument>
  /** Whether a provider numbers the quotes of a symbol 1, 2, 3 …; otherwise the numbers only rise. */
  consecutive: boolean
}): (quote: ProviderQuote, now: number) => Checked {
  const newest = new Map<string, Newest>()
  return (quote, now) => {
    const instrument = params.bySymbol.get(quote.symbol)
    if (instrument === undefined) return { fault: 'wrongSymbol' }
    const { code } = instrument
    if (!isMoment(quote.at) || !isMoment(quote.seq)) return { code, fault: 'garbage' }
    const before = newest.get(quote.symbol)
    const order = orderOf(quote, before, params.consecutive)
    if (before !== undefined && (order === 'duplicate' || order === 'outOfOrder')) {
      before.behind += 1
      if (before.behind >= maxBehind) newest.delete(quote.symbol)
      return { code, fault: order }
    }
    if (quote.at !== undefined && quote.at > now + aheadMs) return { code, fault: 'fromTheFuture' }
    const mid = midOf(quote, instrument.precision)
    if (mid === 'empty') return { code }
    if (mid === undefined) return { code, fault: 'badPrice' }
    newest.set(quote.symbol, { seq: quote.seq ?? before?.seq, at: quote.at ?? before?.at, behind: 0 })
    const price = { mid, at: Math.min(quote.at ?? now, now) }
    return order === undefined ? { code, price } : { code, price, fault: order }
  }
}

const isMoment = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0)

function orderOf(
  quote: ProviderQuote,
  before: Newest | undefined,
  consecutive: boolean,
): 'duplicate' | 'outOfOrder' | 'gap' | undefined {
  if (before === undefined) return undefined
  const { seq, at } = quote
  if (seq !== undefined && before.seq !== undefined) {
    if (seq === before.seq) return 'duplicate'
    if (seq < before.seq) return 'outOfOrder'
  }
  if (at !== undefined && before.at !== undefined && at < before.at) return 'outOfOrder'
  if (consecutive && seq !== undefined && before.seq !== undefined && seq > before.seq + 1) return 'gap'
  return undefined
}

/** A side without offers is left out by some and written as nothing or as zero by others. */
const isEmptySide = (side: string): boolean => /^(?:0+(?:\.0*)?)?$/.test(side)

/**
 * The middle of bid and ask, else the last price, half-even to the instrument's precision; undefined where it is no
 * price, and `empty` where a side of the book is and no last price is stated beside it.
 */
function midOf({ bid, ask, last }: ProviderQuote, precision: number): bigint | 'empty' | undefined {
  const isOneSided = bid !== undefined && ask !== undefined && (isEmptySide(bid) || isEmptySide(ask))
  if (isOneSided && last === undefined) return 'empty'
  const both = bid !== undefined && ask !== undefined && !isOneSided
  const low = positive(both ? bid : last)
  const high = both ? positive(ask) : low
  if (low === undefined || high === undefined || low > high) return undefined
  const mid = mulDiv(low + high, 10n ** BigInt(precision), 2n * 10n ** BigInt(finest), 'half-even')
  return mid > 0n ? mid : undefined
}

function positive(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || text.length > longestPrice) return undefined
  const units = parseUnits(text, finest)
  return units !== undefined && units > 0n ? units : undefined
}
