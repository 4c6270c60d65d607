import type {
  addToWatchlist,
  createWatchlist,
  deleteWatchlist,
  mergeWatchlist,
  orderWatchlist,
  removeFromWatchlist,
  renameWatchlist,
  Watchlist,
} from '@evenhand/protocol/watchlist.ts'
import { maxWatched, maxWatchlists } from '@evenhand/protocol/watchlist-limits.ts'
import type * as z from 'zod/mini'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import * as store from './watchlist.store.ts'

export type WatchlistsDeps = {
  db: store.WatchDb
  clock: Clock
  /** Whether a code is, or once was, an instrument here. */
  isInstrument: (code: string) => boolean
}
type Request<R extends { request: z.ZodMiniType }> = z.output<R['request']>
type Merged = { lists: Watchlist[]; left: string[]; unknown: string[] }

/** Customers' watchlists. Every change is one guarded statement on one list's row, and returns all lists as they are then. */
export function createWatchlists({ db, clock, isInstrument }: WatchlistsDeps) {
  const listsOf = ({ session }: Call): Promise<Watchlist[]> => store.readLists(db, session.accountId)
  const after = async (call: Call, done: boolean): Promise<Watchlist[]> => {
    if (!done) throw refuse('notFound')
    return listsOf(call)
  }
  const join = ({ session }: Call, codes: readonly string[]): Promise<readonly string[]> =>
    store.joinToFirst(db, { accountId: session.accountId, id: uuidV7(clock.now()), codes })

  return {
    listWatchlists: (_request: object, call: Call): Promise<Watchlist[]> => listsOf(call),

    /** Refuses 40039 for an instrument or a list that is not there, 40038 when the list is full. */
    async addToWatchlist({ listId, code }: Request<typeof addToWatchlist>, call: Call): Promise<Watchlist[]> {
      if (!isInstrument(code)) throw refuse('notFound')
      const { accountId } = call.session
      const codes =
        listId === undefined ? await join(call, [code]) : await store.addCode(db, { accountId, listId, code })
      if (codes === undefined) throw refuse('notFound')
      if (!codes.includes(code)) throw refuse('openLimitReached', { limit: 'watchlist', max: maxWatched })
      return listsOf(call)
    },

    removeFromWatchlist: async (request: Request<typeof removeFromWatchlist>, call: Call): Promise<Watchlist[]> =>
      after(call, await store.removeCode(db, { accountId: call.session.accountId, ...request })),

    orderWatchlist: async (request: Request<typeof orderWatchlist>, call: Call): Promise<Watchlist[]> =>
      after(call, await store.orderCodes(db, { accountId: call.session.accountId, ...request })),

    /** Returns what did not fit and what is no instrument; the rest is in the first list afterwards. */
    async mergeWatchlist({ codes }: Request<typeof mergeWatchlist>, call: Call): Promise<Merged> {
      const known = [...new Set(codes)].filter((code) => isInstrument(code))
      const kept = known.length === 0 ? [] : await join(call, known)
      return {
        lists: await listsOf(call),
        left: known.filter((code) => !kept.includes(code)),
        unknown: [...new Set(codes)].filter((code) => !known.includes(code)),
      }
    },

    /** Refuses 40038 when the customer has as many lists as there may be. */
    async createWatchlist(
      { name }: Request<typeof createWatchlist>,
      call: Call,
    ): Promise<{ id: string; lists: Watchlist[] }> {
      const { accountId } = call.session
      const id = uuidV7(clock.now())
      if (!(await store.insertList(db, { accountId, id, name, firstId: uuidV7(clock.now()) })))
        throw refuse('openLimitReached', { limit: 'watchlists', max: maxWatchlists })
      return { id, lists: await listsOf(call) }
    },

    renameWatchlist: async ({ id, name }: Request<typeof renameWatchlist>, call: Call): Promise<Watchlist[]> =>
      after(call, await store.renameList(db, { accountId: call.session.accountId, listId: id, name })),

    /** Refuses 40039 for the first list too: it is the one that cannot be deleted. */
    deleteWatchlist: async ({ id }: Request<typeof deleteWatchlist>, call: Call): Promise<Watchlist[]> =>
      after(call, await store.deleteList(db, { accountId: call.session.accountId, listId: id })),
  }
}

export type Watchlists = ReturnType<typeof createWatchlists>
