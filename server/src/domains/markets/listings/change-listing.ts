import type { ListingReason, ListingState, RelistReason } from '@evenhand/protocol/markets.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import { SetupError } from '../../../kernel/config/config.ts'
import { sqlState, type Db } from '../../../kernel/db/db.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { addListing, lastListing, newestListings, type DecidedBy, type ListingEvent } from './listings.store.ts'

/** What an operator wants: the state and its public reason, with words of their own where useful. */
export type ListingChange = {
  code: string
  state: ListingState
  reason?: ListingReason | RelistReason | undefined
  note?: string | undefined
  /** Who did it; kept in the database, not published. */
  actor: string
  by?: DecidedBy
}
export type ListingDeps = {
  /** As the role console, which adds what operators decided and reaches no price; as the owner, any change. */
  db: Db<'markets'>
  clock: Clock
}

const noteLength = 200
/** What breaks a line, has no width or turns the direction of the sentence around it. */
const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const attempts = 20

/** Refuses what `changeListing` would, and writes nothing. */
export async function mustBeChange(db: Db<'markets'>, change: Omit<ListingChange, 'actor'>): Promise<void> {
  mustBeKnown(change.code)
  const current = (await newestListings(db)).find(({ code }) => code === change.code)
  mustDiffer({ ...change, ...reasonOf({ ...change, actor: '' }) }, current)
}

/**
 * Lists, suspends or delists an instrument and returns the change as it was recorded. Refuses with a SetupError: an
 * unknown code, a state it has already, no reason, a reason without its words, words that are too long or more than a line.
 */
export async function changeListing(deps: ListingDeps, change: ListingChange): Promise<ListingEvent> {
  mustBeKnown(change.code)
  const wanted = reasonOf(change)
  for (let attempt = 1; ; attempt += 1) {
    const last = await lastListing(deps.db)
    const current = (await newestListings(deps.db)).find(({ code }) => code === change.code)
    mustDiffer({ ...change, ...wanted }, current)
    const event = { ...wanted, seq: last + 1, code: change.code, state: change.state, at: deps.clock.now() }
    try {
      await addListing(deps.db, { ...event, actor: change.actor.slice(0, 80), by: change.by ?? {} })
      return event
    } catch (cause) {
      // Another operator took this seq; what they did decides whether ours still makes sense.
      if (sqlState(cause) !== '23505' || attempt === attempts) throw cause
    }
  }
}

function mustBeKnown(wanted: string): void {
  if (!loadCatalogue().some(({ code }) => code === wanted))
    throw new SetupError(`There is no instrument ${wanted}: give its code as the markets page shows it.`)
}

function reasonOf({ state, reason, note = '' }: ListingChange): Pick<ListingEvent, 'reason' | 'note'> {
  if (state === 'listed') return { reason: reason ?? null, note: null }
  if (reason === undefined) throw new SetupError('State why: customers are shown the reason.')
  const words = note.trim()
  if (words.length > noteLength || unwritable.test(words))
    throw new SetupError(`A note is one line of at most ${noteLength} characters.`)
  if (reason === 'other' && words === '') throw new SetupError('The reason "other" needs a note that states which.')
  return { reason, note: words === '' ? null : words }
}

type Wanted = Pick<ListingEvent, 'code' | 'state' | 'reason' | 'note'>

/** Other words or another reason are a change: customers read them. */
function mustDiffer({ code, state, reason, note }: Wanted, current: ListingEvent | undefined): void {
  const now = current?.state ?? 'listed'
  if (now === 'listed' && state === 'listed') throw new SetupError(`${code} is listed already; nothing has changed.`)
  if (now === state && (current?.reason ?? null) === reason && (current?.note ?? null) === note)
    throw new SetupError(`${code} is ${now} already; nothing has changed.`)
  if (now === 'delisted' && state === 'suspended')
    throw new SetupError(`${code} is delisted and takes no orders: list it first.`)
}
