import { operatorMe } from '@evenhand/protocol/operators.ts'
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Failed, Missing } from './layout/fallbacks.tsx'
import { ProblemToasts } from './layout/problem-toasts.tsx'
import { Shell } from './layout/shell.tsx'
import { call } from './lib/call.ts'
import { isRefused } from '@evenhand/protocol/wire.ts'
import { ownPath, word } from './lib/search.ts'
import { currentOperator, keepOperator } from './lib/session.ts'

export const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ProblemToasts />
    </>
  ),
  errorComponent: Failed,
})

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({ back: z.pipe(word, z.transform(ownPath)), ended: word }),
  component: lazyRouteComponent(() => import('./routes/sign-in.tsx'), 'SignIn'),
})

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./routes/set-up.tsx'), 'SetUp'),
})

/** Asks the server who is signed in, once a page; without a session the sign-in comes first. */
async function mustBeSignedIn({ location }: { location: { href: string } }): Promise<void> {
  if (currentOperator()) return
  try {
    keepOperator(await call(operatorMe, {}))
  } catch (problem) {
    if (!isRefused(problem, 'sessionEnded')) throw problem
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { back: location.href } })
  }
}

/** Everything behind the sign-in. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: mustBeSignedIn,
  component: Shell,
  notFoundComponent: Missing,
  errorComponent: Failed,
})
