import type { ComponentType } from 'react'
import { createStore } from '../store.ts'
import { browserHistory, hrefOf, type Address, type Going, type History, type Search } from './address.ts'
import { admitted, fetchAll, Redirect, routeOf, type Failed, type Route } from './route.ts'

type RouterOptions = {
  readonly routeTree: Route
  readonly parseSearch: (text: string) => Search
  readonly stringifySearch: (search: Search) => string
  readonly defaultPendingMs: number
  readonly defaultPendingComponent: ComponentType
  readonly defaultErrorComponent: Failed
  readonly history?: History
}

/** What is on the screen. `late`: the next screen takes so long that boxes stand in its place. */
export type RouterState = {
  readonly location: Address
  readonly route: Route | undefined
  readonly matches: readonly { readonly staticData: object }[]
  readonly late: boolean
  readonly failed: { readonly error: unknown } | undefined
}
type Resolved = { pathChanged: boolean; fromLocation: Address | undefined }

/**
 * A flat table of screens. A screen comes on when its code and its loader are there; until then the one before stays.
 * Does what `@tanstack/react-router` does of the little that is asked of it here, under the same names (decision 019).
 */
export class Router {
  readonly history = {
    push: (href: string) => void this.navigate({ to: href }),
    replace: (href: string) => void this.navigate({ to: href, replace: true }),
    back: () => this.#history?.back(),
  }
  readonly store
  options: RouterOptions
  #history: History | undefined
  #turn = 0
  readonly #listeners = new Set<(resolved: Resolved) => void>()

  constructor(options: RouterOptions) {
    this.options = options
    this.#history = options.history ?? (typeof window === 'undefined' ? undefined : browserHistory())
    this.store = createStore<RouterState>({
      location: this.#read(this.#history?.href() ?? '/'),
      route: undefined,
      matches: this.#matchesOf(undefined),
      late: false,
      failed: undefined,
    })
    this.#history?.listen(() => void this.load())
  }

  get state(): RouterState {
    return this.store.get()
  }
  /** For the page that is made at build time, which has no browser. */
  update(options: RouterOptions): void {
    this.options = options
    this.#history = options.history ?? this.#history
  }

  /** Brings the screen of the present address. `again` fetches it even when it is there. */
  async load(again = false): Promise<void> {
    const mine = (this.#turn += 1)
    const show = (part: Partial<RouterState>) =>
      mine === this.#turn && this.store.set({ ...this.state, late: false, ...part })
    const address = this.#read(this.#history?.href() ?? '/')
    const route = routeOf(this.options.routeTree.routes, address.pathname)
    const matches = this.#matchesOf(route)
    let location = address
    try {
      location = admitted(address, route)
    } catch (thrown) {
      if (thrown instanceof Redirect) return this.navigate({ ...thrown.going, replace: true })
      return void show({ location, route, matches, failed: { error: thrown } })
    }
    // On the screen that is there nothing has to be fetched, so what is typed into its address shows at once.
    if (route === this.state.route && !this.state.failed && !again) return void show({ location })
    const late = setTimeout(() => this.state.route && show({ late: true }), this.options.defaultPendingMs)
    try {
      await fetchAll(route)
      show({ location, route, matches, failed: undefined })
    } catch (error) {
      show({ location, route, matches, failed: { error } })
    } finally {
      clearTimeout(late)
    }
  }
  /** Tries the present address again from the start. */
  readonly invalidate = (): Promise<void> => this.load(true)

  readonly navigate = (going: Going): Promise<void> => {
    const href = this.href(going)
    if (going.replace || href === this.#history?.href()) this.#history?.replace(href)
    else this.#history?.push(href)
    return this.load()
  }
  href(going: Going): string {
    return hrefOf(going, this.state.location, this.options.stringifySearch)
  }
  /** Fetches what a target needs, ahead; a failure shows when someone goes there. */
  preload(going: Going): void {
    try {
      const address = this.#read(this.href(going))
      const route = routeOf(this.options.routeTree.routes, address.pathname)
      admitted(address, route)
      void fetchAll(route).catch(() => {})
    } catch {
      // It would lead elsewhere.
    }
  }

  subscribe(_event: 'onResolved', listener: (resolved: Resolved) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** Told by the provider when a new address is on the screen. */
  resolved(resolved: Resolved): void {
    for (const listener of this.#listeners) listener(resolved)
  }

  #read(href: string): Address {
    const { pathname, search, hash } = new URL(href, 'http://page')
    return { href, pathname, search: this.options.parseSearch(search), hash, index: this.#history?.index() ?? 0 }
  }
  #matchesOf(route: Route | undefined): RouterState['matches'] {
    return [this.options.routeTree, ...(route ? [route] : [])].map(({ options }) => ({
      staticData: options.staticData ?? {},
    }))
  }
}

export const createRouter = (options: RouterOptions): Router => new Router(options)
