import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { baseMs, isWithin, medianOf } from './index-price.ts'
import type { LiveInstrument } from './live-instrument.ts'

/** A source whose price is far from what the others of its instrument state; prices in units. */
export type SourceApart = {
  readonly instrument: Instrument
  readonly source: string
  readonly mid: bigint
  /**
   * The middle of all sources, the other one's price where there are two, and what is known of the instrument where the
   * source is alone and held.
   */
  readonly others: bigint
}

/** 5 %: further apart than markets ever are, so that one of them may quote something else under the same code. */
const apartPpm = 50_000n

/** The sources of instruments that stated a price within the last minute and are more than 5 % apart from what they should be near. */
export function sourcesApart(
  instruments: readonly Instrument[],
  { liveOf, now }: { liveOf: (instrument: Instrument) => LiveInstrument; now: number },
): SourceApart[] {
  return instruments.flatMap((instrument) => {
    const { stated, rules, hold, anchor } = liveOf(instrument)
    const isNear = (mid: bigint, other: bigint): boolean => isWithin(mid, other, { ppm: apartPpm, rules })
    const spoken = [...stated.values()].filter(({ delayed, at }) => delayed !== true && now - at <= baseMs)
    return spoken.flatMap(({ provider, mid }) => {
      const rest = spoken.filter((one) => one.provider !== provider)
      const known = hold === undefined ? [] : [hold.from, ...(anchor === undefined ? [] : [anchor.price])]
      const near = rest.length > 0 ? [medianOf((rest.length === 1 ? rest : spoken).map((one) => one.mid))] : known
      const others = near.find((one) => !isNear(mid, one))
      return others === undefined ? [] : [{ instrument, source: provider, mid, others }]
    })
  })
}

/** The same as text, for people. */
export const apartAsText = ({ instrument, source, mid, others }: SourceApart) => ({
  code: instrument.code,
  source,
  price: formatUnits(mid, instrument.precision),
  others: formatUnits(others, instrument.precision),
})
