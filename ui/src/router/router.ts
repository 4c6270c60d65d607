import type { ComponentType } from 'react'
import { createStore } from '../store.ts'
import { browserHistory, memoryHistory, readAddress, type Address, type History } from './address.ts'
import { matchPath, sortByPath } from './path.ts'
import { fetchLayer, layersOf, Redirect, type AnyRoute, type Arrival, type Layout } from './route.ts'
import { hrefOf, type AnyTarget, type Going } from './target.ts'

export type RouterOptions<R extends AnyRoute> = {
  readonly routes: readonly R[]
  /** What stands around every screen. */
  readonly root: Layout
  /** The screen of an address that no route matches. */
  readonly notFound: Layout
  /** In the place of whatever could not be fetched or broke while it was drawn. */
  readonly errorComponent: ComponentType<{ error: unknown; reset: () => void }>
  /** In the place of a screen that takes longer than `pendingMs`; without it the screen before stays. */
  readonly pendingComponent?: ComponentType
  readonly pendingMs?: number
  readonly history?: History
}

/** What is on the screen. */
export type RouterState = {
  readonly location: Address
  readonly params: Readonly<Record<string, string>>
  /** From the root to the screen; the root alone before the first screen has come. */
  readonly layers: readonly Layout[]
  /** Absent where no route matches. */
  readonly route: AnyRoute | undefined
  /** The layer in whose place the pending component stands. */
  readonly pendingAt: number | undefined
  /** The layer in whose place the error component stands, and why. */
  readonly failed: { readonly error: unknown; readonly at: number } | undefined
}
/** A new address is on the screen. */
export type Resolved = {
  readonly location: Address
  readonly fromLocation: Address | undefined
  /** Another path, or another page under it. */
  readonly pathChanged: boolean
}
type Match = { route: AnyRoute | undefined; layers: readonly Layout[]; arrival: Arrival }

const maxRedirects = 20

/**
 * A table of screens. A screen is shown when its guards have let it through and its code and loader are there; until then
 * the one before stays. What it offers is what its types offer (decision 056).
 */
export class Router<R extends AnyRoute> {
  readonly routes: readonly R[]
  readonly options: Omit<RouterOptions<R>, 'routes'>
  readonly store
  readonly #sorted: readonly R[]
  readonly #history: History
  #navigation = 0
  #redirects = 0
  readonly #listeners = new Set<(resolved: Resolved) => void>()

  constructor({ routes, ...options }: RouterOptions<R>) {
    this.routes = routes
    this.options = options
    this.#sorted = sortByPath(routes)
    this.#history = options.history ?? (typeof window === 'undefined' ? memoryHistory('/') : browserHistory())
    this.store = createStore<RouterState>({
      location: this.#present(),
      params: {},
      layers: [options.root],
      route: undefined,
      pendingAt: undefined,
      failed: undefined,
    })
    this.#history.listen(() => void this.load())
  }

  get state(): RouterState {
    return this.store.get()
  }

  /** Brings the screen of the present address. `again` fetches it even when it is there. */
  async load(again = false): Promise<void> {
    const navigation = (this.#navigation += 1)
    const isLatest = () => navigation === this.#navigation
    const { route, layers, arrival } = this.#match(this.#present())
    const show = ({ search, at, error }: { search?: object; at?: number; error?: unknown }) => {
      if (!isLatest()) return
      this.#redirects = 0
      const location = { ...arrival.location, search: (search ?? arrival.search) as Address['search'] }
      const failed = at === undefined ? undefined : { at, error }
      this.store.set({ location, params: arrival.params, layers, route, pendingAt: undefined, failed })
    }
    const pending = setTimeout(() => isLatest() && this.#showPending(layers), this.options.pendingMs ?? 100)
    // An error before that comes from the reading of the search, which is the screen's own.
    let at = layers.length - 1
    try {
      const search = route?.validateSearch({ ...arrival.search }) ?? arrival.search
      for (const [index, layer] of layers.entries()) {
        at = index
        const guarded = layer.beforeLoad?.({ ...arrival, search: search as Arrival['search'] })
        // Without a wait where nothing has to be waited for: what is typed into an address shows at once.
        if (guarded) await guarded
        if (!isLatest()) return
      }
      if (layers.at(-1) === this.state.layers.at(-1) && !this.state.failed && !again) return show({ search })
      const fetched = await Promise.allSettled(layers.map(fetchLayer))
      const lost = fetched.findIndex(({ status }) => status === 'rejected')
      const failure = fetched[lost]
      show({ search, ...(failure?.status === 'rejected' ? { at: lost, error: failure.reason as unknown } : {}) })
    } catch (error) {
      if (!isLatest()) return
      if (error instanceof Redirect)
        return await this.#redirect(error, () =>
          show({ at, error: new Error('the redirects of this address lead in a circle') }),
        )
      show({ at, error })
    } finally {
      clearTimeout(pending)
    }
  }
  /** Tries the present address again from the start. */
  readonly invalidate = (): Promise<void> => this.load(true)

  readonly navigate = <P extends R['path']>(going: Going<R, P>): Promise<void> => this.#go(going)

  /** Changes the search of a route from what it is. A route that is left by then stays as it was left. */
  changeSearch(path: string, change: (before: object) => object, { replace = false } = {}): Promise<void> {
    const { route, arrival } = this.#match(this.#present())
    if (route?.path !== path) return Promise.resolve()
    const search = change(route.validateSearch({ ...arrival.search }))
    return this.#go({ to: path, params: arrival.params, search, replace })
  }

  /** Goes back to the entry before in the browser's history. */
  readonly back = (): void => this.#history.back()

  /** Fetches what a target needs, ahead; a failure shows when the customer goes there. */
  async preload(target: AnyTarget): Promise<void> {
    try {
      const { route, layers, arrival } = this.#match(readAddress(hrefOf(target), 0))
      const search = (route?.validateSearch({ ...arrival.search }) ?? arrival.search) as Arrival['search']
      for (const layer of layers) await layer.beforeLoad?.({ ...arrival, search })
      await Promise.all(layers.map(fetchLayer))
    } catch {
      // It leads elsewhere, or cannot be fetched now.
    }
  }

  /** Calls the listener when a new address is on the screen. */
  onResolved(listener: (resolved: Resolved) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** For the provider, which knows when a new address has been drawn. */
  notifyResolved(resolved: Resolved): void {
    for (const listener of this.#listeners) listener(resolved)
  }

  #go(target: AnyTarget): Promise<void> {
    const href = hrefOf(target)
    if (target.replace || href === this.#history.href()) this.#history.replace(href)
    else this.#history.push(href)
    return this.load()
  }
  #redirect({ target }: Redirect, onCircle: () => void): Promise<void> {
    this.#redirects += 1
    if (this.#redirects <= maxRedirects) return this.#go({ ...target, replace: true })
    onCircle()
    return Promise.resolve()
  }
  #showPending(layers: readonly Layout[]): void {
    const { state } = this
    const changed = layers.findIndex((layer, index) => layer !== state.layers[index])
    const at = changed === -1 ? state.failed?.at : changed
    if (this.options.pendingComponent && at && state.layers.length > 1) this.store.set({ ...state, pendingAt: at })
  }
  #present(): Address {
    return readAddress(this.#history.href(), this.#history.index())
  }
  #match(location: Address): Match {
    const arrivalAt = (params: Arrival['params']): Arrival => ({ location, search: location.search, params })
    for (const route of this.#sorted) {
      const params = matchPath(route.path, location.pathname)
      if (params) return { route, layers: layersOf(this.options.root, route as Layout), arrival: arrivalAt(params) }
    }
    return { route: undefined, layers: layersOf(this.options.root, this.options.notFound), arrival: arrivalAt({}) }
  }
}

/** The router of an app. Throws when two of its routes match the same addresses. */
export const createRouter = <const R extends AnyRoute>(options: RouterOptions<R>): Router<R> => new Router(options)
