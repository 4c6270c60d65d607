import type { ContractTermsText } from '@evenhand/protocol/contract-params.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { getMarketInfo } from '@evenhand/protocol/markets.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type * as z from 'zod/mini'
import type { Clock } from '../../kernel/time/clock.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { CalendarBook } from './calendars/calendar-book.ts'
import { otherHoursSoon } from './calendars/calendar-soon.ts'
import type { Instrument } from './catalogue/instrument.ts'
import type { Chart } from './candles/chart.ts'
import type { DayVolume } from './candles/day-volume.ts'
import { displayPrice } from './quotes/display-price.ts'
import { termFloorOf } from './grains/grain.ts'
import type { Grains, KnownGrain } from './grains/grains.ts'
import type { Listings } from './listings/listings.ts'
import { marketItem } from './market-item.ts'
import { wireSources } from './sources/price-sources.ts'
import type { QuoteBoard } from './quotes/quote-board.ts'
import type { PriceSource } from './sources/source.ts'

export type MarketInfo = z.input<typeof getMarketInfo.result>
/** One row of an instrument's option terms, in wire form. */
export type OptionTermsRow = MarketInfo['options'][number]
/** The terms of contracts on an instrument that hold for new orders, in wire form. */
export type ContractTermsOf = (instrument: Instrument) => ContractTermsText
export type MarketInfoDeps = {
  board: QuoteBoard
  source: PriceSource
  chart: Chart
  calendars: CalendarBook
  listings: Pick<Listings, 'session' | 'listing'>
  clock: Clock
  volumeOf: DayVolume
  /** The terms on which options are offered on an instrument; empty where they are not. */
  optionTerms: (code: string) => readonly OptionTermsRow[]
  contractTerms?: ContractTermsOf | undefined
  grainOf: Grains['grain']
}

/** What an instrument is, where its price comes from, and its day (UTC) so far. Refuses an unknown code with 40039. */
export function createMarketInfo(deps: MarketInfoDeps) {
  const { board, source, chart, calendars, listings, clock, volumeOf, optionTerms, contractTerms, grainOf } = deps
  return async (code: string, lang: Lang): Promise<MarketInfo> => {
    const quote = board.quote(code)
    if (quote === undefined) throw refuse('notFound')
    const { instrument, priceText } = quote
    const now = clock.now()
    const recording = source.recordingOf(instrument)
    const volume = volumeOf(quote)
    const listing = listings.listing(code)
    const [day] = await chart.listCandles(instrument, { interval: '1d', limit: 1 })
    const text = (units: bigint | undefined): string =>
      units === undefined ? priceText : displayPrice(units, instrument)
    const { facts } = calendars.get(instrument.calendar)
    return {
      item: marketItem(quote, { lang, session: listings.session(code, now), listing, recording, volume }),
      lotSize: instrument.lotStep,
      pip: text(instrument.tickUnits),
      base: instrument.base,
      quote: instrument.quote,
      venue: instrument.venue,
      calendar: {
        name: instrument.calendar,
        timeZone: facts.timeZone,
        week: facts.week.map((spans) => spans.map(({ open, close }) => ({ open, close }))),
        soon: otherHoursSoon(facts, now),
        ...(facts.knownYears === undefined ? {} : { knownYears: facts.knownYears }),
      },
      day: { high: text(day?.high), low: text(day?.low), open: text(day?.open) },
      sources: wireSources(quote, { source, now }),
      ...(contractTerms === undefined ? {} : { contract: contractTerms(instrument) }),
      ...grainText(instrument, grainOf(code)),
      options: listing?.state === 'delisted' || quote.feedKind === 'delayed' ? [] : [...optionTerms(code)],
      reference: { price: text(instrument.refUnits), date: instrument.refDate },
    }
  }
}

/** The grain in wire form: rounded to units, the step to one at least. */
function grainText({ precision }: Instrument, grain: KnownGrain | undefined): Pick<MarketInfo, 'grain'> {
  if (grain === undefined) return {}
  const text = (units: number): string => formatUnits(BigInt(Math.round(units)), precision)
  const { step, deviation, measuredAt, source } = grain
  const floor = termFloorOf(grain)
  return {
    grain: {
      step: text(Math.max(1, step)),
      deviation: text(deviation),
      ...(Number.isFinite(floor) ? { termFloor: Math.floor(floor) } : {}),
      ...(measuredAt === undefined ? {} : { measuredAt }),
      ...(source === undefined ? {} : { source }),
    },
  }
}
