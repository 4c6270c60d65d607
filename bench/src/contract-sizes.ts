import { openingOf } from '../../proofs/src/contracts/opening.ts'
import { parity } from '../../proofs/src/contracts/quote-rate.ts'
import { firstClassTerms } from '../../proofs/src/contracts/terms.ts'
import { contractInstrument } from '../../server/src/domains/contracts/contract-instrument.ts'
import type { Instrument } from '../../server/src/domains/markets/index.ts'

/** Hundredths of a lot that are worth about so many USDT at the catalogue's price; at least one step. */
export function lotsWorth(instrument: Instrument, usdt: bigint): bigint {
  const facts = contractInstrument(instrument, firstClassTerms)
  const { notional } = openingOf(facts, { lots: 100n, leverage: 1, price: facts.refUnits, rate: parity })
  const lots = (usdt * 100_000_000n) / notional
  return lots > 0n ? lots : 1n
}
