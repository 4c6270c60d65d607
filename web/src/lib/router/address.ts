/** Where the page is: the parts of an address, its search as the route reads it, and its place in the browser's history. */
export type Address = {
  readonly href: string
  readonly pathname: string
  readonly search: Readonly<Record<string, unknown>>
  readonly hash: string
  readonly index: number
}
export type Search = Record<string, unknown>

/** Where to go. `search` replaces the present search, or is made from it; `to` alone stays where it is missing. */
export type Going = {
  readonly to?: string
  readonly search?: Search | ((before: Search) => Search)
  readonly replace?: boolean
}

/** The address of a target as text; a target with a search of its own keeps it. */
export function hrefOf(going: Going, from: Address, write: (search: Search) => string): string {
  const path = going.to ?? from.pathname
  if (going.search === undefined) return path
  return path + write(typeof going.search === 'function' ? going.search({ ...from.search }) : going.search)
}

/** What the router needs of a history: the browser's, or one in memory for the page that is made at build time. */
export type History = {
  readonly href: () => string
  readonly index: () => number
  readonly push: (href: string) => void
  readonly replace: (href: string) => void
  readonly back: () => void
  readonly listen: (moved: () => void) => void
}

type Kept = { at?: number } | null

export function browserHistory(): History {
  const at = (): number | undefined => (history.state as Kept)?.at
  let present = at() ?? 0
  return {
    href: () => location.pathname + location.search + location.hash,
    index: () => present,
    push: (href) => history.pushState({ at: (present += 1) }, '', href),
    replace: (href) => history.replaceState({ at: present }, '', href),
    back: () => history.back(),
    listen: (moved) =>
      addEventListener('popstate', () => {
        // A link to a place in the page makes an entry of the browser's own, which has no number yet.
        present = at() ?? present + 1
        if (at() === undefined) history.replaceState({ at: present }, '')
        moved()
      }),
  }
}

export function createMemoryHistory({ initialEntries }: { initialEntries: readonly string[] }): History {
  let href = initialEntries[0] ?? '/'
  const go = (next: string) => void (href = next)
  return { href: () => href, index: () => 0, push: go, replace: go, back: () => {}, listen: () => {} }
}
