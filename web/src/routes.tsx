import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { chromes, type Chrome } from './layout/chrome.ts'
import { LoadFailed, Loading } from './layout/load-failed.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { lookedForLostChunk } from './lib/lost-chunk.ts'
import { detailSearch, instrumentSearch, parseSearch, stringifySearch, texts } from './lib/search.ts'
import { currentSession } from './lib/session.ts'
import { loadTexts } from './lib/texts.ts'

const chunkTimeoutMs = 120_000

/**
 * A screen's code, given up after 120 s so that the customer can try again. A lost file is named in our own words,
 * because the router would answer the browser's with a reload of its own, and one is enough (lost-chunk.ts).
 */
const within =
  <M,>(load: () => Promise<M>) =>
  (): Promise<M> =>
    new Promise((resolve, reject) => {
      const late = () => reject(new Error('the screen took longer than 120 s to load'))
      const timer = setTimeout(late, chunkTimeoutMs)
      load()
        .then(resolve, async (cause: unknown) => {
          await lookedForLostChunk()
          reject(new Error('the screen could not be loaded', { cause }))
        })
        .finally(() => clearTimeout(timer))
    })

/** A screen that uses queries. Home and the lists do without them, so that a first visit loads less. */
const withQueries = <N extends string>(load: () => Promise<{ [name in N]: ComponentType }>, name: N) =>
  lazyRouteComponent(
    within(async () => {
      const [screen, { Queries }] = await Promise.all([load(), import('./lib/queries.tsx')])
      const Inner: ComponentType = screen[name]
      const Screen = () => (
        <Queries>
          <Inner />
        </Queries>
      )
      return { Screen }
    }),
    'Screen',
  )

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
  validateSearch: texts('type', 'q', 'sort', 'find', 'only', 'list'),
  loader: () => loadTexts('market'),
  component: lazyRouteComponent(
    within(() => import('./routes/market.tsx')),
    'Market',
  ),
})

const instrument = createRoute({
  ...shown(chromes.instrument),
  path: '/cruuency',
  validateSearch: instrumentSearch,
  beforeLoad: ({ search }) => {
    if (search.code === '') throw redirect({ to: '/market', replace: true })
  },
  loader: () => loadTexts('instrument', 'market'),
  component: lazyRouteComponent(
    within(() => import('./routes/instrument.tsx')),
    'InstrumentPage',
  ),
})

const currency = createRoute({
  ...shown(chromes.none),
  path: '/currency',
  validateSearch: instrumentSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/cruuency', search, replace: true })
  },
})

const detail = createRoute({
  ...shown(chromes.page),
  path: '/detail',
  validateSearch: detailSearch,
  loader: () => loadTexts('content'),
  component: withQueries(() => import('./routes/detail.tsx'), 'Detail'),
})

const transparency = createRoute({
  ...shown(chromes.page),
  path: '/transparency',
  loader: () => loadTexts('transparency'),
  component: lazyRouteComponent(
    within(() => import('./routes/transparency.tsx')),
    'Transparency',
  ),
})

const profile = createRoute({
  ...shown(chromes.tab),
  path: '/profile',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile', 'codes'),
  component: withQueries(() => import('./routes/profile.tsx'), 'Profile'),
})

const settings = createRoute({
  ...shown(chromes.page),
  path: '/profile/settings',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile'),
  component: withQueries(() => import('./routes/settings.tsx'), 'Settings'),
})

const language = createRoute({
  ...shown(chromes.page),
  path: '/profile/language',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile'),
  component: withQueries(() => import('./routes/language.tsx'), 'Language'),
})

const quiz = createRoute({
  ...shown(chromes.page),
  path: '/profile/quiz',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('safeguards', 'profile', 'codes'),
  component: withQueries(() => import('./routes/quiz.tsx'), 'Quiz'),
})

const limits = createRoute({
  ...shown(chromes.page),
  path: '/profile/limits',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('safeguards', 'profile', 'codes'),
  component: withQueries(() => import('./routes/limits.tsx'), 'Limits'),
})

const quizWarning = createRoute({
  ...shown(chromes.page),
  path: '/profile/quiz/warning',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('safeguards', 'profile', 'codes'),
  component: withQueries(() => import('./routes/quiz-warning.tsx'), 'QuizWarning'),
})

const orders = createRoute({
  ...shown(chromes.page),
  path: '/profile/orders',
  beforeLoad: signedInOnly,
  validateSearch: texts('id', 'status', 'code', 'page'),
  loader: () => loadTexts('orders', 'profile', 'codes'),
  component: withQueries(() => import('./routes/orders.tsx'), 'Orders'),
})

const transactions = createRoute({
  ...shown(chromes.page),
  path: '/profile/transactions',
  beforeLoad: signedInOnly,
  validateSearch: texts('kind', 'coin', 'days', 'page', 'upTo'),
  loader: () => loadTexts('profile', 'codes'),
  component: withQueries(() => import('./routes/transactions.tsx'), 'Transactions'),
})

const exportPage = createRoute({
  ...shown(chromes.page),
  path: '/profile/export',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile', 'auth', 'codes'),
  component: withQueries(() => import('./routes/export.tsx'), 'Export'),
})

const closePage = createRoute({
  ...shown(chromes.page),
  path: '/profile/close',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile', 'auth', 'codes'),
  component: withQueries(() => import('./routes/close.tsx'), 'Close'),
})

const login = createRoute({
  ...shown(chromes.pass),
  path: '/pass/login',
  validateSearch: texts('back'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/login.tsx'), 'Login'),
})

const register = createRoute({
  ...shown(chromes.pass),
  path: '/pass/register',
  validateSearch: texts('back', 'ref'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/register.tsx'), 'Register'),
})

const reset = createRoute({
  ...shown(chromes.pass),
  path: '/pass/reset',
  validateSearch: texts('back'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/reset.tsx'), 'Reset'),
})

const freeze = createRoute({
  ...shown(chromes.pass),
  path: '/pass/freeze',
  validateSearch: texts('token', 'done'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/freeze.tsx'), 'Freeze'),
})

const unfreeze = createRoute({
  ...shown(chromes.pass),
  path: '/pass/unfreeze',
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/freeze.tsx'), 'Unfreeze'),
})

const security = createRoute({
  ...shown(chromes.page),
  path: '/profile/security',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('security', 'profile', 'auth', 'codes'),
  component: withQueries(() => import('./routes/security.tsx'), 'Security'),
})

const password = createRoute({
  ...shown(chromes.page),
  path: '/profile/password',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('security', 'profile', 'auth', 'codes'),
  component: withQueries(() => import('./routes/password.tsx'), 'Password'),
})

const callback = texts('code', 'state', 'iss', 'error')

const googleCallback = createRoute({
  ...shown(chromes.none),
  path: '/api/loginCallback/google',
  validateSearch: callback,
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/social-callback.tsx'), 'GoogleCallback'),
})

const appleCallback = createRoute({
  ...shown(chromes.none),
  path: '/api/loginCallback/apple',
  validateSearch: callback,
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/social-callback.tsx'), 'AppleCallback'),
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
    transparency,
    profile,
    settings,
    language,
    orders,
    transactions,
    exportPage,
    closePage,
    quiz,
    quizWarning,
    limits,
    login,
    register,
    reset,
    freeze,
    unfreeze,
    security,
    password,
    googleCallback,
    appleCallback,
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
