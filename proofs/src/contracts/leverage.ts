import { classNameOf, type ContractInstrument } from './classes.ts'
import { termsOf } from './terms.ts'

const defaultLeverage = 5

/** Countries whose retail customers are offered no contract on crypto (United Kingdom: FCA PS20/10). */
const withoutCrypto: readonly string[] = ['GB']
/** Countries where the matrix offers no contract at all. */
const withoutContracts: readonly string[] = ['US']

/**
 * What a customer of a country may choose for an instrument, ascending; empty where contracts on it are not offered. The
 * caps are one table for every country that is offered contracts. Sanctioned countries are refused by the country matrix.
 */
export function leveragesFor(instrument: ContractInstrument, country: string | null): readonly number[] {
  const name = classNameOf(instrument)
  const isCrypto = name === 'crypto' || name === 'cryptoFuture'
  if (country !== null && withoutContracts.includes(country)) return []
  if (country !== null && isCrypto && withoutCrypto.includes(country)) return []
  return termsOf(instrument).leverages
}

/** The leverage of a new ticket: the cap, and at most 5. */
export const defaultLeverageOf = (leverages: readonly number[]): number | undefined =>
  leverages.findLast((choice) => choice <= defaultLeverage)
