import { listingReasons, type Listing } from '@evenhand/protocol/markets.ts'
import { isAway, type Db } from '../../../kernel/db/db.ts'
import { startJob, type Job } from '../../../kernel/jobs/jobs.ts'
import type { Log } from '../../../kernel/log.ts'
import { listListings, newestListings, type ListingEvent } from './listings.store.ts'
import type { SessionState } from '../sources/source.ts'

/** What the other domains read of listings. */
export type Listings = {
  /** Whether new orders can be taken at a time: by calendar, feed and operator; an unknown code is closed. */
  session(code: string, at: number): SessionState
  /** The same without the operator: whether there are prices, on which what is open can be closed. */
  priceSession(code: string, at: number): SessionState
  /** What an operator decided of an instrument; undefined where it is simply listed. */
  listing(code: string): Listing | undefined
  /** Operators' changes after a seq, oldest first, at most `limit`: what the log seals and anyone may read. */
  listingEvents(params: { after: number; limit: number }): Promise<ListingEvent[]>
}
export type ListingsDeps = {
  db: Db<'markets'>
  log: Log
  /** The session by calendar and feed. */
  priceSession: (code: string, at: number) => SessionState
}

/** A change by an operator reaches every server within this and the time of one query. */
const everyMs = 400
const atOnce = 1000

/** The listings in memory, followed by requesting newer changes again and again: one query on a primary key. */
export function createListings({ db, log, priceSession }: ListingsDeps) {
  const byCode = new Map<string, Listing>()
  let last = 0
  let job: Job | undefined

  const take = (event: ListingEvent): void => {
    last = Math.max(last, event.seq)
    const decided = listingOf(event)
    if (decided === undefined) byCode.delete(event.code)
    else byCode.set(event.code, decided)
  }
  const refresh = async (): Promise<void> => {
    if (last === 0) for (const event of await newestListings(db)) take(event)
    for (let more = true; more;) {
      const events = await listListings(db, { after: last, limit: atOnce })
      events.forEach(take)
      more = events.length === atOnce
    }
  }
  /** While the database is away every call refuses so; earlier decisions still hold. */
  const follow = (): Promise<void> =>
    refresh().catch((cause: unknown) => {
      if (!isAway(cause)) throw cause
    })
  const listings: Listings = {
    session: (code, at) =>
      byCode.has(code) ? { open: false, until: null, reason: 'suspended' } : priceSession(code, at),
    priceSession,
    listing: (code) => byCode.get(code),
    listingEvents: (params) => listListings(db, params),
  }

  return {
    listings,
    refresh,
    /** Reads what stands, and from then on what changes. */
    async start(): Promise<void> {
      await refresh()
      job = startJob({ name: 'listings', everyMs, log, run: follow })
    },
    stop: async (): Promise<void> => job?.stop(),
  }
}

/** The wire form of a change, or undefined where it made the instrument listed. */
export function listingOf({ state, reason, note, at }: ListingEvent): Listing | undefined {
  const known = listingReasons.find((one) => one === reason)
  return state === 'listed' || known === undefined
    ? undefined
    : { state, reason: known, ...(note === null ? {} : { note }), since: at }
}
