import type { Pools } from '../../../kernel/db/db.ts'
import type { CalendarBook } from '../calendars/calendar-book.ts'
import { createGrains, type Grains, type GrainsDeps } from './grains.ts'
import type { QuoteBoard } from '../quotes/quote-board.ts'
import type { PriceSource } from '../sources/source.ts'
import { readUsedSources } from '../record/tick-sources.store.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { openSecondsOf } from '../feeds/simulated/simulated-lines.ts'
import type { Grain } from './grain.ts'

/**
 * The grain of an instrument by what is known of it without a record: simulated prices move in the unit of the record, others
 * are taken to move in the step their market quotes in; the deviation follows from the measured volatility of a year.
 */
function createQuotedGrain(deps: {
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

type GrainsParams = Pick<GrainsDeps, 'clock' | 'log' | 'instruments' | 'ticks'> & {
  pools: Pick<Pools, 'api' | 'feed'>
  calendars: CalendarBook
  source: PriceSource
  board: QuoteBoard
}

/** The grain of every instrument, measured from the record of these pools. */
export const openGrains = ({ pools, calendars, source, board, ...params }: GrainsParams): Grains =>
  createGrains({
    ...params,
    db: pools,
    samples: (span) => readUsedSources(pools.api, span),
    quoted: createQuotedGrain({ calendars, source, priceOf: (code) => board.quote(code)?.price }),
  })
