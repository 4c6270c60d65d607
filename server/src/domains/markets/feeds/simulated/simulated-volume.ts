import type { OpenDay } from '../../calendars/calendar.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import { openSecondsBefore } from './open-second-index.ts'

/** Decimals of a volume. */
export const volumeScale = 3
const scaled = 10 ** volumeScale

/**
 * Traded volume of a simulated market, in thousandths of the base: made up, like the market, but consistent, because it
 * is read as the difference of one rising curve, so that the candles of an hour add up to the candle of the hour.
 * The curve climbs with open seconds; four waves of noise, from a minute to six hours long, bend it without ever
 * scaling it down.
 */
export function volumeWithin(
  market: { instrument: number; perSecond: number; day: number; open: OpenDay },
  from: number,
  to: number,
): bigint {
  const { open, perSecond, instrument, day } = market
  const first = openSecondsBefore(open, from)
  const last = openSecondsBefore(open, to)
  if (first === last) return 0n
  const busy = 0.5 + uniform(instrument, day, -1)
  const curve = (position: number): number =>
    Math.floor((position + waves(instrument, day, position)) * busy * perSecond * scaled)
  return BigInt(curve(last) - curve(first))
}

/**
 * Volume a second of an average day, in the base: two billion dollars a day for the first of a market, falling with
 * rank. `dollars` is what one of the base costs, so that a pair against the yen trades no less than one of its rank.
 */
export const volumePerSecond = (rank: number, secondsPerDay: number, dollars: number): number =>
  2_000_000_000 / (rank * secondsPerDay * dollars)

/**
 * Dollars for one of a quote's currency by the catalogue's reference prices, so that they are the same in every second;
 * 1 where no pair of these instruments has a price.
 */
export function dollarsByReference(instruments: readonly Instrument[]): (currency: string) => number {
  const references = new Map(
    instruments.map(({ code, refUnits, precision }) => [code, Number(refUnits) / 10 ** precision]),
  )
  return (currency) => {
    const inverse = references.get(`USD${currency}`)
    return references.get(`${currency}USD`) ?? (inverse === undefined ? 1 : 1 / inverse)
  }
}

/** Lengths in seconds and shares of the waves; the shares add up to less than 1, which keeps the curve rising. */
const lengths = [60, 300, 3600, 21_600] as const
const share = 0.23

function waves(instrument: number, day: number, position: number): number {
  let sum = 0
  for (const length of lengths) {
    const knot = Math.floor(position / length)
    const one = uniform(instrument, day, knot * 8 + (length % 7))
    const two = uniform(instrument, day, (knot + 1) * 8 + (length % 7))
    sum += share * length * (one + (two - one) * (position / length - knot))
  }
  return sum
}

/** A number in [0, 1) from three integers; no secret hides behind it (finaliser of MurmurHash3). */
function uniform(instrument: number, day: number, knot: number): number {
  let hash = Math.imul(instrument, 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b) ^ Math.imul(knot, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}
