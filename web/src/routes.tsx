import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { chromes, type Chrome } from './layout/chrome.ts'
import { LoadFailed, Loading } from './layout/load-failed.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { optionalText, parseSearch, stringifySearch, wholeNumber } from './lib/search.ts'
import { currentSession } from './lib/session.ts'
import { loadTexts } from './lib/texts.ts'

const chunkTimeoutMs = 120_000

/** A screen's code, given up after 120 s so that the customer can try again. */
const within =
  <M,>(load: () => Promise<M>) =>
  (): Promise<M> =>
    Promise.race([
      load(),
      new Promise<never>((_, reject) =>
        setTimeout(() => reject(new Error('the screen took longer than 120 s to load')), chunkTimeoutMs),
      ),
    ])

/** Screens of a customer alone: a visitor signs in first and comes back. */
const signedInOnly = ({ location }: { location: { href: string } }) => {
  if (!currentSession()) throw redirect({ to: '/pass/login', search: { back: location.href } })
}

const root = createRootRoute({ component: RootLayout, errorComponent: LoadFailed })
const shown = (chrome: Chrome) => ({ getParentRoute: () => root, staticData: { chrome } })

const home = createRoute({
  ...shown(chromes.home),
  path: '/',
  loader: () => loadTexts('home', 'market'),
  component: lazyRouteComponent(
    within(() => import('./routes/home.tsx')),
    'Home',
  ),
})

const market = createRoute({
  ...shown(chromes.tab),
  path: '/market',
  validateSearch: z.object({ type: optionalText, q: optionalText, sort: optionalText, find: optionalText }),
  loader: () => loadTexts('market'),
  component: lazyRouteComponent(
    within(() => import('./routes/market.tsx')),
    'Market',
  ),
})

const instrument = createRoute({
  ...shown(chromes.instrument),
  path: '/cruuency',
  validateSearch: z.object({ code: z.catch(z.string(), ''), type: wholeNumber(0), id: optionalText }),
  loader: () => loadTexts('instrument', 'market', 'codes'),
  component: lazyRouteComponent(
    within(() => import('./routes/instrument.tsx')),
    'InstrumentPage',
  ),
})

const currency = createRoute({
  ...shown(chromes.none),
  path: '/currency',
  validateSearch: z.object({ code: z.catch(z.string(), ''), type: wholeNumber(0), id: optionalText }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/cruuency', search, replace: true })
  },
})

const detail = createRoute({
  ...shown(chromes.page),
  path: '/detail',
  validateSearch: z.object({ id: z.catch(z.string(), ''), title: optionalText }),
  loader: () => loadTexts('content'),
  component: lazyRouteComponent(
    within(() => import('./routes/detail.tsx')),
    'Detail',
  ),
})

const profile = createRoute({
  ...shown(chromes.tab),
  path: '/profile',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile', 'codes'),
  component: lazyRouteComponent(
    within(() => import('./routes/profile.tsx')),
    'Profile',
  ),
})

const settings = createRoute({
  ...shown(chromes.page),
  path: '/profile/settings',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile'),
  component: lazyRouteComponent(
    within(() => import('./routes/settings.tsx')),
    'Settings',
  ),
})

const language = createRoute({
  ...shown(chromes.page),
  path: '/profile/language',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile'),
  component: lazyRouteComponent(
    within(() => import('./routes/language.tsx')),
    'Language',
  ),
})

const orders = createRoute({
  ...shown(chromes.page),
  path: '/profile/orders',
  beforeLoad: signedInOnly,
  validateSearch: z.object({ id: optionalText, status: optionalText, code: optionalText }),
  loader: () => loadTexts('orders', 'profile', 'codes'),
  component: lazyRouteComponent(
    within(() => import('./routes/orders.tsx')),
    'Orders',
  ),
})

const login = createRoute({
  ...shown(chromes.pass),
  path: '/pass/login',
  validateSearch: z.object({ back: optionalText }),
  loader: () => loadTexts('auth', 'codes'),
  component: lazyRouteComponent(
    within(() => import('./routes/login.tsx')),
    'Login',
  ),
})

const register = createRoute({
  ...shown(chromes.pass),
  path: '/pass/register',
  validateSearch: z.object({ back: optionalText, ref: optionalText }),
  loader: () => loadTexts('auth', 'codes'),
  component: lazyRouteComponent(
    within(() => import('./routes/register.tsx')),
    'Register',
  ),
})

const unknown = createRoute({
  ...shown(chromes.none),
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

/** The one table of screens, each loaded when it is asked for. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    market,
    instrument,
    currency,
    detail,
    profile,
    settings,
    language,
    orders,
    login,
    register,
    unknown,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 100,
  defaultPendingMinMs: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: LoadFailed,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
