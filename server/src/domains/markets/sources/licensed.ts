import type { Instrument } from '../catalogue/instrument.ts'
import type { PriceSource } from './source.ts'

/**
 * Whether an instrument is traded on one named exchange and its newest price came from a provider that is licensed for
 * it. A coin has many exchanges and a currency none, so one source of those never is enough.
 */
export function isLicensed(
  instrument: Instrument | undefined,
  { source, licensed }: { source: PriceSource; licensed: readonly string[] },
): boolean {
  if (instrument === undefined || source.live === undefined || instrument.venue === '') return false
  const { type, subType } = instrument
  if (type !== 3 && type !== 4 && subType !== 'etf') return false
  const used = source.live.sourcesOf(instrument).filter(({ state }) => state === 'used')
  return used.length > 0 && used.every(({ name }) => licensed.includes(name))
}
