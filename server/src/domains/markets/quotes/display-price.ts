import { roundedText } from '@evenhand/protocol/money.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** A price as lists and charts show it. What decides is the recorded price. */
export const displayPrice = (
  units: bigint,
  { precision, displayPrecision }: Pick<Instrument, 'precision' | 'displayPrecision'>,
): string => roundedText(units, precision, displayPrecision)
