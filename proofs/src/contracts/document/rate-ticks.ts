import type { TickRecord } from '../../settle.ts'
import { quoteRate, type RateSource } from '../quote-rate.ts'

/** Recorded ticks of the pair that converts a quote currency, in order of seq. */
export type PairTicks = {
  readonly source: RateSource
  readonly precision: number
  readonly ticks: readonly TickRecord[]
}

/**
 * The rates that a tick of an instrument may be valued at, as records state them: that of the newest tick of the pair
 * before its second, and of the one within it, because instruments of one second are held in the order of their numbers.
 */
export function ratesAt({ source, precision, ticks }: PairTicks, ts: number): string[] {
  const inTime = ticks.filter((tick) => !tick.late)
  const found = [inTime.findLast((tick) => tick.ts < ts), inTime.findLast((tick) => tick.ts <= ts)]
  return found.flatMap((tick) => {
    if (tick === undefined || tick.price <= 0n) return []
    const { numerator, denominator } = quoteRate(source, { price: tick.price, precision })
    return [`${numerator}/${denominator}`]
  })
}
