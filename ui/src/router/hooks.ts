import { createContext, use, useCallback } from 'react'
import { useStore } from '../store.ts'
import type { Address } from './address.ts'
import type { Params } from './path.ts'
import type { RoutePath, Routes } from './register.ts'
import { Redirect, type AnyRoute } from './route.ts'
import type { Router, RouterState } from './router.ts'
import type { AnyTarget, Going, SearchOf } from './target.ts'

export const RouterContext = createContext<Router<AnyRoute> | undefined>(undefined)

/** The router above a component, whatever its routes. Throws where there is none. */
export function useAnyRouter(): Router<AnyRoute> {
  const router = use(RouterContext)
  if (!router) throw new Error('the component stands outside the router')
  return router
}
/** The same, with the paths of this app in its types. */
export const useRouter = (): Router<Routes> => useAnyRouter() as unknown as Router<Routes>
/** The route, address and parameters that are shown; renders again with every move. */
export const useRouterState = (): RouterState => useStore(useAnyRouter().store)

/** The address that is shown. */
export const useLocation = (): Address => useRouterState().location
/** Whether the visitor came here from another screen of this site. */
export const useCanGoBack = (): boolean => useLocation().index > 0
/** Goes to a path of this app: `navigate({ to, params, search, hash, replace })`. */
export const useNavigate = (): Router<Routes>['navigate'] => useRouter().navigate

/** Goes elsewhere instead: `throw redirect({ to: '/' })` in a `beforeLoad`. */
export const redirect = <P extends RoutePath>(going: Going<Routes, P>): Redirect => new Redirect(going as AnyTarget)

type Change<S> = { readonly search: S | ((before: S) => S); readonly replace?: boolean }

/** What the screen of a path reads and changes of its own address. Its hooks throw on any other screen. */
export function getRouteApi<P extends RoutePath>(path: P) {
  const useOwnState = (): RouterState => {
    const state = useRouterState()
    if (state.route?.path !== path) throw new Error(`${path} is requested for its address while it is not shown`)
    return state
  }
  return {
    useSearch: () => useOwnState().location.search as SearchOf<Routes, P>,
    useParams: () => useOwnState().params as Params<P>,
    /** Changes the search of this screen. */
    useNavigate: () => {
      const router = useAnyRouter()
      return useCallback(
        ({ search, replace = false }: Change<SearchOf<Routes, P>>): Promise<void> => {
          const change = (typeof search === 'function' ? search : () => search) as unknown as (before: object) => object
          return router.changeSearch(path, change, { replace })
        },
        [router],
      )
    },
  }
}
