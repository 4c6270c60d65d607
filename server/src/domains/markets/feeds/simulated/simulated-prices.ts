import { loadCalendars } from '../../calendars/calendar-book.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { simulated } from './simulated.ts'
import type { Seeds } from './simulated-seeds.ts'

/** The simulated price of a code at a second (epoch), in units; undefined where its market is closed. Recorded ones are the same. */
export function simulatedPrices(seeds: Seeds): (code: string, second: number) => bigint | undefined {
  const instruments = loadCatalogue()
  const byCode = new Map(instruments.map((one) => [one.code, one]))
  const { priceAt } = simulated({ instruments, calendars: loadCalendars(), seeds })
  return (code, second) => {
    const instrument = byCode.get(code)
    return instrument && priceAt(instrument, second)
  }
}
