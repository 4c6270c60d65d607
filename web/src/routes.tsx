import { createRoute, createRouter, redirect, type RawSearch } from '@evenhand/ui/router.ts'
import { features } from './features.ts'
import { chromes } from './layout/chrome.ts'
import { LoadFailed, Loading } from './layout/load-failed.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { screensOf, type Screen } from './lib/feature.ts'
import { pageMissing } from './lib/problem.ts'
import { reportProblem } from './lib/report-problem.ts'
import { loadTexts } from './lib/texts.ts'
import { componentOf, goElsewhere, shown, signedInOnly } from './route-kit.tsx'

export const screens = screensOf(features)

type SearchOf<S> = S extends { readonly search?: (raw: RawSearch) => infer R } ? R & object : object

/** The route of a screen. */
export const routeOf = <const S extends Screen>(screen: S) =>
  createRoute({
    ...shown(screen.chrome),
    path: screen.path as S['path'],
    pageBy: screen.pageBy,
    validateSearch: (raw): SearchOf<S> => screen.search?.(raw) ?? {},
    beforeLoad(arrival) {
      if (screen.isForCustomers) signedInOnly(arrival)
      goElsewhere(screen.redirect?.(arrival.search))
    },
    loader: () => loadTexts(...screen.texts),
    component: componentOf(screen),
  })

// The router learns from the list which addresses there are, so a link to none of them does not compile.
type Listed = (typeof features)[number]['screens'][number]
type RouteOf<S> = S extends Screen ? ReturnType<typeof routeOf<S>> : never

/** Any other address leads home, which shows a message. */
const notFound = {
  ...shown(chromes.none),
  beforeLoad: () => {
    reportProblem(pageMissing)
    throw redirect({ to: '/', replace: true })
  },
}

/** The one table of screens, each loaded when it is requested. */
export const router = createRouter({
  routes: screens.map(routeOf) as unknown as readonly RouteOf<Listed>[],
  root: { component: RootLayout },
  notFound,
  pendingMs: 100,
  pendingComponent: Loading,
  errorComponent: LoadFailed,
})

declare module '@evenhand/ui/router/register.ts' {
  interface Register {
    router: typeof router
  }
}
