/** The search of an address as a route's own reading has made it; plain texts before. */
export type RawSearch = Readonly<Record<string, unknown>>

/** The parts of an address, and its index in the browser's history. */
export type Address = {
  readonly href: string
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly searchText: string
  readonly search: RawSearch
  /** Without its number sign. */
  readonly hash: string
  readonly index: number
}

/** Addresses as people write them: plain text values, no JSON quoting; numbers stay text until a route reads them. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** The search of an address as text. What is undefined or empty is not chosen, and left out. */
export function stringifySearch(search: object): string {
  const pairs = Object.entries(search).flatMap(([name, value]: [string, unknown]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}

/**
 * Splits a path with its search and hash; an undecodable hash is kept as written. `index` is its position in the browser's
 * history.
 */
export function readAddress(href: string, index: number): Address {
  const { pathname, search, hash } = new URL(href, 'http://page')
  return { href, pathname, searchText: search, search: parseSearch(search), hash: decodeHash(hash.slice(1)), index }
}

function decodeHash(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What the router needs of a history: the browser's, or one in memory where there is no browser. */
export type History = {
  readonly href: () => string
  readonly index: () => number
  readonly push: (href: string) => void
  readonly replace: (href: string) => void
  readonly back: () => void
  readonly listen: (onMove: () => void) => void
}

type HistoryState = { at?: number } | null

/** The browser's own history; each entry carries its index, and scrolling is left to the router. */
export function browserHistory(): History {
  const at = (): number | undefined => (history.state as HistoryState)?.at
  let present = at() ?? 0
  history.scrollRestoration = 'manual'
  return {
    href: () => location.pathname + location.search + location.hash,
    index: () => present,
    push: (href) => history.pushState({ at: (present += 1) }, '', href),
    replace: (href) => history.replaceState({ at: present }, '', href),
    back: () => history.back(),
    listen: (onMove) =>
      addEventListener('popstate', () => {
        // A link to a position in the page makes an entry of the browser's own, which has no number yet.
        present = at() ?? present + 1
        if (at() === undefined) history.replaceState({ at: present }, '')
        onMove()
      }),
  }
}

/** For the page that is made at build time, and for tests. */
export function memoryHistory(first: string): History {
  let entries: readonly string[] = [first]
  let present = 0
  const listeners: (() => void)[] = []
  return {
    href: () => entries[present] ?? first,
    index: () => present,
    push: (href) => {
      entries = [...entries.slice(0, present + 1), href]
      present += 1
    },
    replace: (href) => void (entries = entries.with(present, href)),
    back: () => {
      if (present === 0) return
      present -= 1
      for (const onMove of listeners) onMove()
    },
    listen: (onMove) => void listeners.push(onMove),
  }
}
