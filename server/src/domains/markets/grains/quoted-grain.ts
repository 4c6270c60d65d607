import type { CalendarBook } from '../calendars/calendar-book.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { openSecondsOf } from '../feeds/simulated/simulated-lines.ts'
import type { Grain } from './grain.ts'
import type { PriceSource } from '../sources/source.ts'

/**
 * The grain of an instrument by what is known of it without a record: simulated prices move in the unit of the record, others
 * are taken to move in the step their market quotes in; the deviation follows from the measured volatility of a year.
 */
export function createQuotedGrain(deps: {
  calendars: CalendarBook
  source: Pick<PriceSource, 'feedKind'>
  /** The newest price in units, where there is one. */
  priceOf: (code: string) => bigint | undefined
}): (instrument: Instrument) => Grain {
  const perYear = new Map<string, number>()
  return (instrument) => {
    const { code, calendar, refUnits, tickUnits, volAnnual } = instrument
    const seconds = perYear.get(calendar) ?? openSecondsOf(deps.calendars.get(calendar)).perYear
    perYear.set(calendar, seconds)
    return {
      step: deps.source.feedKind(instrument) === 'simulated' ? 1 : Number(tickUnits),
      deviation: Number(deps.priceOf(code) ?? refUnits) * volAnnual * Math.sqrt(60 / seconds),
    }
  }
}
