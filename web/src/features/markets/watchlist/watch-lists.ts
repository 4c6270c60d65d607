import type { Watchlist } from '@evenhand/protocol/watchlist.ts'
import { maxWatched } from '@evenhand/protocol/watchlist-limits.ts'

/** A customer's lists, or the one list of a visitor. The first one's id is "" until the server has made it. */
export type Lists = readonly Watchlist[]
/** What a customer does to their lists. */
export type Change =
  | { readonly kind: 'add' | 'remove'; readonly listId: string; readonly code: string }
  | { readonly kind: 'order'; readonly listId: string; readonly codes: readonly string[] }
  | { readonly kind: 'rename'; readonly listId: string; readonly name: string }
  | { readonly kind: 'delete'; readonly listId: string }

export const noLists: Lists = [{ id: '', name: '', codes: [] }]

/** The list of this id. The first one is also "" too: it is so called before the server has made it. */
export const listOf = (lists: Lists, listId: string): Watchlist | undefined =>
  lists.find(({ id }) => id === listId) ?? (listId === '' ? lists[0] : undefined)

/** The lists after a change, as the server will make them; a change to a list that is gone changes nothing. */
export function changed(lists: Lists, change: Change): Lists {
  const target = listOf(lists, change.listId)
  if (!target) return lists
  if (change.kind === 'delete') return target === lists[0] ? lists : lists.filter((list) => list !== target)
  const next = changedList(target, change)
  return next === target ? lists : lists.map((list) => (list === target ? next : list))
}

function changedList(list: Watchlist, change: Exclude<Change, { kind: 'delete' }>): Watchlist {
  if (change.kind === 'rename') return { ...list, name: change.name }
  if (change.kind === 'order') return { ...list, codes: ordered(list.codes, change.codes) }
  const has = list.codes.includes(change.code)
  if (change.kind === 'remove')
    return has ? { ...list, codes: list.codes.filter((code) => code !== change.code) } : list
  return has || list.codes.length >= maxWatched ? list : { ...list, codes: [...list.codes, change.code] }
}

/** Those requested first and in that order, the others behind them as they stood. Nothing comes or goes. */
function ordered(codes: readonly string[], requested: readonly string[]): string[] {
  const first = requested.filter((code) => codes.includes(code))
  return [...first, ...codes.filter((code) => !first.includes(code))]
}

/** The codes with one of them moved to another position; the others close up. */
export function moved(codes: readonly string[], from: number, to: number): string[] {
  const rest = codes.filter((_, at) => at !== from)
  const position = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, position), ...codes.slice(from, from + 1), ...rest.slice(position)]
}

/** Every code that stands in some list. */
export const watchedIn = (lists: Lists): ReadonlySet<string> => new Set(lists.flatMap(({ codes }) => codes))
