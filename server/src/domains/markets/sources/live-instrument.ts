import type { Instrument } from '../catalogue/instrument.ts'
import type { StatedPrice } from '../feeds/provider/provider.ts'
import { rulesOf, type Anchor, type Hold, type IndexDecision, type Rules } from './index-price.ts'
import type { RecordedSource } from '../record/tick-sources.ts'

/** What is known of an instrument's sources, and what was last decided of it. */
export type LiveInstrument = {
  readonly rules: Rules
  /** The newest price of each provider. */
  readonly stated: Map<string, StatedPrice>
  second: number
  price: bigint | undefined
  kind: 'live' | 'thin' | 'single' | 'delayed'
  decision: IndexDecision | undefined
  hold: Hold | undefined
  anchor: Anchor | undefined
  sources: readonly RecordedSource[]
}

/** An instrument of which no source has given a price yet. */
export const createLiveInstrument = (instrument: Instrument): LiveInstrument => ({
  rules: rulesOf(instrument),
  stated: new Map(),
  second: -1,
  price: undefined,
  kind: 'single',
  decision: undefined,
  hold: undefined,
  anchor: undefined,
  sources: [],
})

/** The newest rate of a bulletin among what was stated. */
export const newestDelayed = ({ stated }: LiveInstrument): StatedPrice | undefined =>
  [...stated.values()]
    .filter(({ delayed }) => delayed === true)
    .reduce<StatedPrice | undefined>(
      (newest, one) => (newest === undefined || one.at > newest.at ? one : newest),
      undefined,
    )
