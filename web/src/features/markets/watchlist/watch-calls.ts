import {
  addToWatchlist,
  createWatchlist,
  deleteWatchlist,
  listWatchlists,
  mergeWatchlist,
  orderWatchlist,
  removeFromWatchlist,
  renameWatchlist,
} from '@evenhand/protocol/watchlist.ts'
import { call } from '../../../lib/call.ts'
import { listOf, type Change, type Lists } from './watch-lists.ts'

export const readLists = (): Promise<Lists> => call(listWatchlists, {})
export const mergeCodes = (codes: readonly string[]) => call(mergeWatchlist, { codes: [...codes] })
export const openList = (name: string) => call(createWatchlist, { name })

/** Sends a change to the server; `lists` are those it has returned last. Returns the lists as they are then. */
export async function sendChange(change: Change, lists: Lists): Promise<Lists> {
  const listId = listOf(lists, change.listId)?.id ?? change.listId
  if (change.kind === 'add') return call(addToWatchlist, { code: change.code, ...(listId === '' ? {} : { listId }) })
  // A list that the server has not made yet has nothing in it to change.
  if (listId === '') return lists
  if (change.kind === 'remove') return call(removeFromWatchlist, { listId, code: change.code })
  if (change.kind === 'order') return call(orderWatchlist, { listId, codes: [...change.codes] })
  if (change.kind === 'rename') return call(renameWatchlist, { id: listId, name: change.name })
  return call(deleteWatchlist, { id: listId })
}
