import { stringifySearch } from './address.ts'
import { fillPath, type ParamNames, type Params } from './path.ts'
import type { AnyRoute, NoSearch } from './route.ts'

/** What the routes of some paths keep in their search. */
export type SearchOf<R extends AnyRoute, P extends string> = R extends AnyRoute
  ? P extends R['path']
    ? ReturnType<R['validateSearch']>
    : never
  : never

// Of several routes, one that needs its search or a parameter is enough to request it.
type NeedsSearch<S> = S extends unknown ? (NoSearch extends S ? never : true) : never
type SearchPart<S> = [NeedsSearch<S>] extends [never] ? { readonly search?: S } : { readonly search: S }
type ParamsPart<P extends string> = [ParamNames<P>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Params<P> }

/** A route to go to by its path, with what the path and its search need. */
export type Target<R extends AnyRoute, P extends R['path']> = {
  readonly to: P
  /** The element to begin at, by its id. */
  readonly hash?: string
  readonly href?: never
} & ParamsPart<P> &
  SearchPart<SearchOf<R, P>>
/** An address of this site that is made elsewhere, by the server for one; its route reads it as any other. */
export type Href = { readonly href: string; readonly to?: never; readonly search?: never }
export type Going<R extends AnyRoute, P extends R['path']> = (Target<R, P> | Href) & { readonly replace?: boolean }

/** A target as the router itself handles it, whatever its types were. */
export type AnyTarget = {
  readonly href?: string
  readonly to?: string
  readonly params?: Readonly<Record<string, string>>
  readonly search?: object
  readonly hash?: string
  readonly replace?: boolean
}

/** The address of a target whose path and search are data. */
export function hrefOf({ href, to = '/', params = {}, search = {}, hash }: AnyTarget): string {
  if (href !== undefined) return href
  return fillPath(to, params) + stringifySearch(search) + (hash === undefined ? '' : `#${encodeURIComponent(hash)}`)
}
