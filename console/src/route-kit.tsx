import { operatorMe } from '@evenhand/protocol/operators.ts'
import { isRefused } from '@evenhand/protocol/wire.ts'
import { Outlet, redirect, type Arrival, type Layout } from '@evenhand/ui/router.ts'
import { ProblemToasts } from './layout/problem-toasts.tsx'
import { Shell } from './layout/shell.tsx'
import { call } from './lib/call.ts'
import { currentOperator, keepOperator } from './lib/session.ts'

export const root: Layout = {
  component: () => (
    <>
      <Outlet />
      <ProblemToasts />
    </>
  ),
}

/** Calls the server who is signed in, once a page; without a session the sign-in comes first. */
function mustBeSignedIn(arrival: Arrival): Promise<void> | undefined {
  return currentOperator() ? undefined : fetchSignedIn(arrival)
}

async function fetchSignedIn({ location }: Arrival): Promise<void> {
  try {
    keepOperator(await call(operatorMe, {}))
  } catch (problem) {
    if (!isRefused(problem, 'sessionEnded')) throw problem
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { back: location.href } })
  }
}

/** Everything behind the sign-in. */
export const inside: Layout = { beforeLoad: mustBeSignedIn, component: Shell }
