import { fundResetStates } from '@evenhand/protocol/fund-reset.ts'
import { complaintKinds } from '@evenhand/protocol/complaints.ts'
import {
  complaintStatuses,
  depositStatuses,
  identificationStatuses,
  withdrawalStatuses,
} from '@evenhand/protocol/states.ts'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { customerStatuses } from './features/customers/customer-words.ts'
import { Missing } from './layout/fallbacks.tsx'
import { oneOf, parseSearch, stringifySearch, tableSearch, word } from './lib/search.ts'
import { insideRoute, rootRoute, setUpRoute, signInRoute } from './route-kit.tsx'

// Screens in the order of the rail. What a screen keeps in its address is checked here, and nothing else gets in.

const getParentRoute = () => insideRoute
const requests = { ...tableSearch, show: oneOf(['all']) }

const dashboard = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./features/dashboard/dashboard.tsx'), 'Dashboard'),
})
const deposits = createRoute({
  getParentRoute,
  path: '/deposits',
  validateSearch: z.object({ ...tableSearch, status: oneOf(['WAITING', 'ALL', ...depositStatuses]) }),
  component: lazyRouteComponent(() => import('./routes/deposits.tsx'), 'Deposits'),
})
const withdrawals = createRoute({
  getParentRoute,
  path: '/withdrawals',
  validateSearch: z.object({ ...tableSearch, status: oneOf(['ALL', ...withdrawalStatuses]) }),
  component: lazyRouteComponent(() => import('./routes/withdrawals.tsx'), 'Withdrawals'),
})
const identity = createRoute({
  getParentRoute,
  path: '/identity',
  validateSearch: z.object({ ...tableSearch, status: oneOf(identificationStatuses) }),
  component: lazyRouteComponent(() => import('./routes/identity.tsx'), 'Identity'),
})
const complaints = createRoute({
  getParentRoute,
  path: '/complaints',
  validateSearch: z.object({
    ...tableSearch,
    status: oneOf(['ALL', ...complaintStatuses]),
    kind: oneOf(complaintKinds),
    no: word,
  }),
  component: lazyRouteComponent(() => import('./routes/complaints.tsx'), 'Complaints'),
})
const fundResets = createRoute({
  getParentRoute,
  path: '/fund-resets',
  validateSearch: z.object({ ...tableSearch, status: oneOf(fundResetStates) }),
  component: lazyRouteComponent(() => import('./routes/fund-resets.tsx'), 'FundResets'),
})
const limits = createRoute({
  getParentRoute,
  path: '/limits',
  validateSearch: z.object(requests),
  component: lazyRouteComponent(() => import('./routes/limits.tsx'), 'Limits'),
})
const customers = createRoute({
  getParentRoute,
  path: '/customers',
  validateSearch: z.object({ ...requests, tab: oneOf(['requests']), q: word, status: oneOf(customerStatuses) }),
  component: lazyRouteComponent(() => import('./routes/customers.tsx'), 'Customers'),
})
const adjustments = createRoute({
  getParentRoute,
  path: '/adjustments',
  validateSearch: z.object(requests),
  component: lazyRouteComponent(() => import('./routes/adjustments.tsx'), 'Adjustments'),
})
const reserves = createRoute({
  getParentRoute,
  path: '/reserves',
  validateSearch: z.object({ ...requests, tab: oneOf(['requests']) }),
  component: lazyRouteComponent(() => import('./routes/reserves.tsx'), 'Reserves'),
})
const ledger = createRoute({
  getParentRoute,
  path: '/ledger',
  validateSearch: z.object({ ...tableSearch, account: word, kind: word, q: word }),
  component: lazyRouteComponent(() => import('./routes/ledger.tsx'), 'Ledger'),
})
const parameters = createRoute({
  getParentRoute,
  path: '/parameters',
  validateSearch: z.object({ ...requests, tab: oneOf(['requests']) }),
  component: lazyRouteComponent(() => import('./routes/parameters.tsx'), 'Parameters'),
})
const exposure = createRoute({
  getParentRoute,
  path: '/exposure',
  validateSearch: z.object({
    ...tableSearch,
    tab: oneOf(['exposure', 'feeds']),
    mode: oneOf(['real', 'virtual']),
    q: word,
    late: oneOf(['true']),
  }),
  component: lazyRouteComponent(() => import('./routes/exposure.tsx'), 'Exposure'),
})
const operators = createRoute({
  getParentRoute,
  path: '/operators',
  validateSearch: z.object({ ...requests, tab: oneOf(['requests']) }),
  component: lazyRouteComponent(() => import('./routes/operators.tsx'), 'Operators'),
})
const audit = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: z.object({ ...tableSearch, operator: word, act: word, q: word }),
  component: lazyRouteComponent(() => import('./routes/audit.tsx'), 'Audit'),
})
const sessions = createRoute({
  getParentRoute,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./features/sessions/sessions-screen.tsx'), 'SessionsScreen'),
})

const inside = insideRoute.addChildren([
  dashboard,
  deposits,
  withdrawals,
  identity,
  complaints,
  fundResets,
  customers,
  limits,
  adjustments,
  reserves,
  ledger,
  parameters,
  exposure,
  operators,
  audit,
  sessions,
])

export const router = createRouter({
  routeTree: rootRoute.addChildren([signInRoute, setUpRoute, inside]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: Missing,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
