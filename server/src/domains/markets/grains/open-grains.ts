import type { Pools } from '../../../kernel/db/db.ts'
import type { CalendarBook } from '../calendars/calendar-book.ts'
import { createGrains, type Grains, type GrainsDeps } from './grains.ts'
import { createQuotedGrain } from './quoted-grain.ts'
import type { QuoteBoard } from '../quotes/quote-board.ts'
import type { PriceSource } from '../sources/source.ts'
import { lookAtSources } from '../record/tick-sources.store.ts'

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
    looks: (looked) => lookAtSources(pools.api, looked),
    quoted: createQuotedGrain({ calendars, source, priceOf: (code) => board.quote(code)?.price }),
  })
