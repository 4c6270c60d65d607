import { createRoute, createRouter, getRouteApi, lazyRouteComponent, type RoutePath } from '@evenhand/ui/router.ts'
import { features } from './features.ts'
import { Failed, Missing } from './layout/fallbacks.tsx'
import { gather, type Screen, type SearchOf } from './lib/feature.ts'
import { searchOf } from './lib/search.ts'
import { inside, root } from './route-kit.tsx'

/** What all features bring. */
export const gathered = gather(features)

/** A screen's component, which is given what stands in its address and the way to change it. */
const componentOf = ({ path, load }: Screen) =>
  lazyRouteComponent(async () => {
    const Inner = await load()
    const route = getRouteApi(path as RoutePath)
    function Shown() {
      const navigate = route.useNavigate()
      const change = (part: object) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
      return <Inner search={route.useSearch()} onSearch={change} />
    }
    return { Shown }
  }, 'Shown')

/** The route of a screen. What its address keeps is checked here, and nothing else gets in. */
export const routeOf = <const S extends Screen>(screen: S) =>
  createRoute({
    ...(!screen.isOutside && { parent: inside }),
    path: screen.path as S['path'],
    validateSearch: searchOf(screen.search) as (raw: object) => SearchOf<S['search']>,
    component: componentOf(screen),
  })

// The router learns from the list which addresses there are, so a link to none of them does not compile.
type Listed = (typeof features)[number]['screens'][number]
type RouteOf<S> = S extends Screen ? ReturnType<typeof routeOf<S>> : never

export const router = createRouter({
  routes: gathered.screens.map(routeOf) as unknown as readonly RouteOf<Listed>[],
  root,
  notFound: { parent: inside, component: Missing },
  errorComponent: Failed,
})

declare module '@evenhand/ui/router/register.ts' {
  interface Register {
    router: typeof router
  }
}
