import type { ContractInstrument } from '@evenhand/proofs/contracts/classes.ts'
import { expiryOfOpening, type Expiry } from '@evenhand/proofs/contracts/expiry.ts'
import { parity, quoteRate, rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import type { QuoteRate } from '@evenhand/proofs/contracts/price.ts'
import type { Instrument, Markets } from '../markets/index.ts'

/** What the rules of contracts read of an instrument. */
export const contractInstrument = (one: Instrument): ContractInstrument => ({
  code: one.code,
  type: one.type,
  subType: one.subType ?? '',
  base: one.base,
  quote: one.quote,
  precision: one.precision,
  tickUnits: one.tickUnits,
  refUnits: one.refUnits,
})

/** What one unit of its quote currency is in USDT now; undefined where the pair that says so has no price. */
export function rateNow(
  markets: Pick<Markets, 'latest' | 'instrument'>,
  { quote }: { quote: string },
): QuoteRate | undefined {
  const source = rateSourceOf(quote)
  if (source === null) return parity
  const price = markets.latest(source.code)?.price
  const precision = markets.instrument(source.code)?.precision
  return price === undefined || precision === undefined ? undefined : quoteRate(source, { price, precision })
}

/** When a contract that opens then settles, epoch ms; null where it has no expiry. */
export const expiryOf = (
  markets: Pick<Markets, 'daysOff'>,
  { code, type }: Pick<Instrument, 'code' | 'type'>,
  openedAt: number,
): Expiry | null => (type === 4 ? expiryOfOpening(openedAt, markets.daysOff(code)) : null)

/** Instruments by their numbers. */
export function byNumber(markets: Pick<Markets, 'instruments'>): (id: number) => Instrument {
  const known = new Map(markets.instruments().map((one) => [one.id, one]))
  return (id) => {
    const found = known.get(id)
    if (found === undefined) throw new Error(`no instrument ${id}`)
    return found
  }
}
