import type { AnyRoute } from './route.ts'

/** An app names its router here (`router: typeof router`), so that links, redirects and hooks know its routes. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled in by each app
export interface Register {}

/** What an app keeps beside a route for the layout around it. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled in by each app
export interface StaticData {}

/** The routes of the app that is compiled. */
export type Routes = Register extends { readonly router: { readonly routes: readonly (infer R extends AnyRoute)[] } }
  ? R
  : AnyRoute
export type RoutePath = Routes['path']
