import type { ComponentType } from 'react'
import type { Address, RawSearch } from './address.ts'
import type { Params } from './path.ts'
import type { StaticData } from './register.ts'
import type { AnyTarget } from './target.ts'

/** A component; where its code comes later, the router fetches it by `preload` before it shows it. */
export type RouteComponent = ComponentType & { readonly preload?: () => Promise<unknown> }

/** Where the caller is about to arrive, as the route reads it. */
export type Arrival<S extends object = RawSearch, Q extends object = Readonly<Record<string, string>>> = {
  readonly location: Address
  readonly search: S
  readonly params: Q
}

/** A part of the page around others: the root, a layout, or the screen where no path matches. */
export type Layout = {
  /** The layout around it; the root where there is none. */
  readonly parent?: Layout
  /** Runs on every way to it, the outermost first. May throw a redirect, also after it has waited. */
  beforeLoad?(arrival: Arrival): void | Promise<void>
  /** What the component needs before it is shown, its texts for one; runs once for each arrival from another route. */
  readonly loader?: () => Promise<unknown>
  readonly component?: RouteComponent
  readonly staticData?: StaticData
}

/** A screen and its address: `$name` in the path is a parameter of one segment. */
export type Route<P extends string = string, S extends object = object> = Omit<Layout, 'beforeLoad'> & {
  readonly path: P
  readonly validateSearch: (raw: RawSearch) => S
  /** What of the search names a page of its own, which begins at its top as another path does. */
  readonly pageBy?: readonly string[] | undefined
  beforeLoad?(arrival: Arrival<S, Params<P>>): void | Promise<void>
}
export type AnyRoute = Route

export type NoSearch = Readonly<Record<string, never>>
type RouteOptions<P extends string, S extends object> = Omit<Route<P, S>, 'validateSearch'> & {
  readonly validateSearch?: Route<P, S>['validateSearch']
}

/** A route keeps in its search what its `validateSearch` returns, and without one nothing. */
export const createRoute = <const P extends `/${string}`, S extends object = NoSearch>(
  options: RouteOptions<P, S>,
): Route<P, S> => ({ validateSearch: () => ({}) as S, ...options })

/** What a `beforeLoad` throws to go elsewhere instead. */
export class Redirect {
  readonly target: AnyTarget
  constructor(target: AnyTarget) {
    this.target = target
  }
}

/** The layouts around a route and itself, the root first. */
export function layersOf(root: Layout, route: Layout): readonly Layout[] {
  const layers = [route]
  for (let outer = route.parent; outer; outer = outer.parent) layers.unshift(outer)
  return [root, ...layers]
}

/** Fetches the code and whatever else a part of the page needs. */
export async function fetchLayer({ loader, component }: Layout): Promise<void> {
  await Promise.all([loader?.(), component?.preload?.()])
}
