import type { FeedKind, Listing } from '@evenhand/protocol/markets.ts'
import type { Clock } from '../src/kernel/time/clock.ts'
import { loadCatalogue } from '../src/domains/markets/catalogue/load-catalogue.ts'
import type { Instrument, Markets, Tick } from '../src/domains/markets/index.ts'
import type { Listings } from '../src/domains/markets/listings/listings.ts'

/** The part of the markets that options see, fed by hand: a test writes the record tick by tick and decides what is open. */
export type HandMarkets = Pick<
  Markets,
  'instrument' | 'instruments' | 'latest' | 'isLicensed' | 'termFloor' | 'ticks' | 'onTicks' | keyof Listings
> & {
  /** Records one tick at the present second (or `ts`), as the feed would. */
  tick(code: string, price: bigint, of?: { ts?: number; late?: boolean; feedKind?: FeedKind }): Promise<Tick>
  close(code: string, reason: 'closed' | 'halted' | 'suspended'): void
  /** Decides as an operator does; undefined lists it again. */
  list(code: string, listing: Listing | undefined): void
  /** Adds a tick of a past time to the record, as if it had been recorded then. */
  record(code: string, price: bigint, ts: number): void
  /** Sets what the grain of an instrument leaves: terms longer than so many seconds. */
  setTermFloor(code: string, seconds: number): void
  /** Drops what was recorded of an instrument, as retention does. */
  forget(code: string): void
}

export function handMarkets(clock: Clock): HandMarkets {
  const instruments = loadCatalogue()
  const byCode = new Map(instruments.map((one): [string, Instrument] => [one.code, one]))
  const record = new Map<string, Tick[]>()
  const closed = new Map<string, 'closed' | 'halted' | 'suspended'>()
  const floors = new Map<string, number>()
  const listings = new Map<string, Listing>()
  const listeners: ((ts: number) => void)[] = []
  return {
    instrument: (code) => byCode.get(code),
    instruments: () => instruments,
    isLicensed: () => false,
    termFloor: (code) => floors.get(code) ?? 0,
    setTermFloor: (code, seconds) => void floors.set(code, seconds),
    latest: (code) => record.get(code)?.at(-1),
    session: (code) => {
      const reason = listings.has(code) ? 'suspended' : closed.get(code)
      return reason === undefined ? { open: true, until: null } : { open: false, until: null, reason }
    },
    priceSession: (code) => {
      const reason = closed.get(code)
      return reason === undefined || reason === 'suspended'
        ? { open: true, until: null }
        : { open: false, until: null, reason }
    },
    listing: (code) => listings.get(code),
    listingEvents: async () => [],
    list: (code, listing) => void (listing === undefined ? listings.delete(code) : listings.set(code, listing)),
    ticks: async (windows) =>
      windows.map(({ code, from, to }) => (record.get(code) ?? []).filter(({ ts }) => ts >= from && ts <= to)),
    onTicks: (listener) => void listeners.push(listener),
    forget: (code) => void record.delete(code),
    close: (code, reason) => void closed.set(code, reason),
    record(code, price, ts) {
      const ticks = record.get(code) ?? []
      record.set(code, ticks)
      ticks.push({ seq: (ticks.at(-1)?.seq ?? 0) + 1, ts, price, late: false, feedKind: 'simulated' })
    },
    async tick(code, price, of = {}) {
      const ticks = record.get(code) ?? []
      const ts = of.ts ?? Math.floor(clock.now() / 1000) * 1000
      const tick: Tick = {
        seq: (ticks.at(-1)?.seq ?? 0) + 1,
        ts,
        price,
        late: of.late ?? false,
        feedKind: of.feedKind ?? 'simulated',
      }
      record.set(code, [...ticks, tick])
      for (const listener of listeners) listener(ts)
      return tick
    },
  }
}
