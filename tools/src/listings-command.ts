import { userInfo } from 'node:os'
import { utcText } from '@evenhand/proofs/utc.ts'
import {
  delistReasons,
  relistReasons,
  resumeReasons,
  suspendReasons,
  type ListingState,
} from '@evenhand/protocol/markets.ts'
import { fileListing } from '../../server/src/domains/markets/listings/listing-filings.ts'
import { newestListings, type ListingEvent } from '../../server/src/domains/markets/listings/listings.store.ts'
import { systemClock } from '../../server/src/kernel/time/clock.ts'
import { SetupError } from '../../server/src/kernel/config/config.ts'
import { owned, type Pools } from '../../server/src/kernel/db/db.ts'

/** What the command may request, with the reasons that fit it. */
export const askable = {
  suspend: { state: 'suspended', reasons: suspendReasons, takes: 'one operator of role risk' },
  resume: { state: 'listed', reasons: resumeReasons, takes: 'one operator of role risk' },
  delist: { state: 'delisted', reasons: delistReasons, takes: 'two operators of role risk' },
  list: { state: 'listed', reasons: relistReasons, takes: 'two operators of role risk' },
} as const satisfies Record<string, { state: ListingState; reasons: readonly string[]; takes: string }>

export type ListingOptions = { reason?: string | undefined; note?: string | undefined }

const lineOf = ({ code, state, reason, note, at }: ListingEvent): string =>
  [code.padEnd(12), state.padEnd(10), reason ?? '', note === null ? '' : `“${note}”`, `since ${utcText(at)}`]
    .filter((part) => part !== '')
    .join('  ')

/** Files what is requested from one instrument as the role console. Operators decide it in the console; nothing changes before. */
export async function requestListing(
  pools: Pools,
  { name, code, reason: text, note }: ListingOptions & { name: keyof typeof askable; code: string | undefined },
): Promise<boolean> {
  if (code === undefined) throw new SetupError('State which instrument: its code as the markets page shows it.')
  const { state, reasons, takes } = askable[name]
  if (text === undefined)
    throw new SetupError(`State why: customers are shown the reason. One of ${reasons.join(', ')}.`)
  const reason = reasons.find((known) => known === text)
  if (reason === undefined) throw new SetupError(`There is no reason "${text}" to ${name}: ${reasons.join(', ')}.`)
  const db = owned<'markets'>(pools.console)
  const [current] = (await newestListings(db)).filter((event) => event.code === code)
  const other = { list: 'suspended', resume: 'delisted', suspend: undefined, delist: undefined }[name]
  if (current !== undefined && current.state === other)
    throw new SetupError(`${code} is ${current.state}: use ${name === 'list' ? 'resume' : 'list'}.`)
  await fileListing({ db, clock: systemClock }, { code, state, reason, note, filedBy: userInfo().username })
  console.log(`Filed: ${code} ${state}, ${reason}. Nothing has changed yet: ${takes} must decide it in the console within 7 days.`) // prettier-ignore
  return true
}

/** Prints what is suspended or delisted, or the status of one instrument. */
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
