import { statedTerms, type StatedTerms } from '@evenhand/proofs/contracts/class-table.ts'
import { classNameOf, type ContractInstrument } from '@evenhand/proofs/contracts/classes.ts'
import { expiryOfOpening, type Expiry } from '@evenhand/proofs/contracts/expiry.ts'
import { parity, quoteRate, rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import type { QuoteRate } from '@evenhand/proofs/contracts/price.ts'
import type { ClassTerms } from '@evenhand/proofs/contracts/terms.ts'
import type { Instrument, Markets } from '../markets/index.ts'
import type { Contract } from './contracts.deps.ts'
import { termsUnder, type ContractTermsBook } from './terms-book.ts'

/** What the rules of contracts read of an instrument, whatever its terms are. */
export function instrumentFacts(one: Instrument): Omit<ContractInstrument, 'terms'> {
  const { code, type, base, quote, precision, tickUnits, refUnits } = one
  return { code, type, subType: one.subType ?? '', base, quote, precision, tickUnits, refUnits }
}

/** The same with the terms of its class out of a version, and the discount on its fees (millionths) where there is one. */
export function contractInstrument(one: Instrument, classes: ClassTerms, feeDiscountPpm = 0n): ContractInstrument {
  const facts = instrumentFacts(one)
  const discount = feeDiscountPpm === 0n ? {} : { feeDiscountPpm }
  return { ...facts, terms: classes[classNameOf(facts)], ...discount }
}

/** The terms of contracts on an instrument that hold for new orders, as they are stated. */
export const termsOnOffer = (terms: ContractTermsBook, instrument: Instrument): StatedTerms =>
  statedTerms(contractInstrument(instrument, terms.now().classes))

/** The instrument of a contract with the terms that it was accepted under. */
export const instrumentUnder = (
  { terms, instrumentOf }: { terms: ContractTermsBook; instrumentOf: (id: number) => Instrument },
  { instrumentId, termsVersion, feeDiscountPpm }: Pick<Contract, 'instrumentId' | 'termsVersion' | 'feeDiscountPpm'>,
): ContractInstrument =>
  contractInstrument(instrumentOf(instrumentId), termsUnder(terms, termsVersion).classes, feeDiscountPpm)

/** What one unit of its quote currency is in USDT now; undefined where the pair that prices it has none. */
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
