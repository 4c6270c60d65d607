import { userInfo } from 'node:os'
import { utcText } from '@evenhand/proofs/utc.ts'
import { listingReasons, type ListingState } from '@evenhand/protocol/markets.ts'
import { changeListing } from '../../server/src/domains/markets/change-listing.ts'
import { newestListings, type ListingEvent } from '../../server/src/domains/markets/listings.store.ts'
import { systemClock } from '../../server/src/kernel/clock.ts'
import { SetupError } from '../../server/src/kernel/config.ts'
import { owned, type Pools } from '../../server/src/kernel/db.ts'

export type ListingOptions = { reason?: string | undefined; note?: string | undefined }

const lineOf = ({ code, state, reason, note, at }: ListingEvent): string =>
  [code.padEnd(12), state.padEnd(10), reason ?? '', note === null ? '' : `“${note}”`, `since ${utcText(at)}`]
    .filter((part) => part !== '')
    .join('  ')

function reasonOf(text: string | undefined) {
  if (text === undefined) return undefined
  const reason = listingReasons.find((known) => known === text)
  if (reason === undefined) throw new SetupError(`There is no reason "${text}": ${listingReasons.join(', ')}.`)
  return reason
}

/** Lists, suspends or delists one instrument as the role console, and says what was recorded. */
export async function setListing(
  pools: Pools,
  of: ListingOptions & { code: string | undefined; state: ListingState },
): Promise<boolean> {
  if (of.code === undefined) throw new SetupError('Say which instrument: its code as the markets page shows it.')
  const change = {
    code: of.code,
    state: of.state,
    reason: reasonOf(of.reason),
    note: of.note,
    actor: userInfo().username,
  }
  const event = await changeListing({ db: owned<'markets'>(pools.console), clock: systemClock }, change)
  console.log(`${lineOf(event)}\nRecorded as change ${event.seq}; running servers follow within a second.`)
  return true
}

/** Says what is suspended or delisted, or how one instrument stands. */
export async function showListings(pools: Pools, code: string | undefined): Promise<boolean> {
  const newest = await newestListings(owned<'markets'>(pools.console))
  if (code !== undefined) {
    const event = newest.find((one) => one.code === code)
    console.log(event === undefined ? `${code.padEnd(12)}listed; no operator has changed it.` : lineOf(event))
    return true
  }
  const decided = newest.filter(({ state }) => state !== 'listed')
  for (const event of decided) console.log(lineOf(event))
  if (decided.length === 0) console.log('Every instrument is listed.')
  return true
}
