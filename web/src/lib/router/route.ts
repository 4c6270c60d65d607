import type { ComponentType } from 'react'
import type { Address, Going, Search } from './address.ts'

type Screen = ComponentType & { readonly preload?: () => Promise<unknown> }
export type Failed = ComponentType<{ error: unknown; reset: () => void }>
export type RouteOptions = {
  readonly path?: string
  readonly validateSearch?: (raw: Search) => Search
  readonly beforeLoad?: (of: { search: Search; location: Address }) => void
  readonly loader?: () => Promise<unknown>
  readonly component?: Screen
  readonly staticData?: object
}
export type Route = { readonly options: RouteOptions; readonly routes: readonly Route[] }

export const createRoute = (options: RouteOptions): Route => ({ options, routes: [] })
export const createRootRoute = (options: RouteOptions) => ({
  options,
  routes: [],
  addChildren: (routes: readonly Route[]): Route => ({ options, routes }),
})

/** What a route throws to go elsewhere instead. */
export class Redirect {
  readonly going: Going
  constructor(going: Going) {
    this.going = going
  }
}
export const redirect = (going: Going): Redirect => new Redirect(going)

/** The route of a path; the one for `$` where none is. */
export function routeOf(routes: readonly Route[], pathname: string): Route | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const find = (wanted: string) => routes.find(({ options }) => options.path === wanted)
  return find(path) ?? find('$')
}

/** The address as its route reads it. Throws a Redirect, or whatever else the route's own check throws. */
export function admitted(address: Address, route: Route | undefined): Address {
  const search = route?.options.validateSearch?.({ ...address.search }) ?? address.search
  const location = { ...address, search }
  route?.options.beforeLoad?.({ search, location })
  return location
}

/** The code and the texts of a route's screen. */
export const fetchAll = (route: Route | undefined) =>
  Promise.all([route?.options.loader?.(), route?.options.component?.preload?.()])
