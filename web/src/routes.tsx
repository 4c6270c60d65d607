import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { chromes } from './layout/chrome.ts'
import { LoadFailed, Loading } from './layout/load-failed.tsx'
import { detailSearch, instrumentSearch, parseSearch, stringifySearch, texts } from './lib/search.ts'
import { loadTexts } from './lib/texts.ts'
import { root, shown, signedInOnly, within, withQueries } from './route-kit.tsx'
import {
  appleCallback,
  freeze,
  googleCallback,
  login,
  password,
  register,
  reset,
  security,
  unfreeze,
} from './sign-in-routes.ts'

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
  loader: () => loadTexts('profile', 'identity', 'codes'),
  component: withQueries(() => import('./routes/profile.tsx'), 'Profile'),
})

const settings = createRoute({
  ...shown(chromes.page),
  path: '/profile/settings',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('profile', 'codes'),
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

const balance = createRoute({
  ...shown(chromes.page),
  path: '/profile/balance',
  beforeLoad: signedInOnly,
  validateSearch: texts('show'),
  loader: () => loadTexts('funds', 'convert', 'upload', 'profile', 'codes'),
  component: withQueries(() => import('./routes/balance.tsx'), 'Balance'),
})

const verification = createRoute({
  ...shown(chromes.page),
  path: '/profile/verification',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('identity', 'upload', 'profile', 'codes'),
  component: withQueries(() => import('./routes/verification.tsx'), 'Verification'),
})

const withdraw = createRoute({
  ...shown(chromes.page),
  path: '/profile/balance/withdraw',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('withdraw', 'profile', 'auth', 'codes'),
  component: withQueries(() => import('./routes/withdraw.tsx'), 'Withdraw'),
})

const addresses = createRoute({
  ...shown(chromes.page),
  path: '/profile/addresses',
  beforeLoad: signedInOnly,
  validateSearch: texts('add'),
  loader: () => loadTexts('withdraw', 'profile', 'auth', 'codes'),
  component: withQueries(() => import('./routes/addresses.tsx'), 'Addresses'),
})

const fundPassword = createRoute({
  ...shown(chromes.page),
  path: '/profile/security/fund-password',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('withdraw', 'profile', 'auth', 'codes', 'upload'),
  component: withQueries(() => import('./routes/fund-password.tsx'), 'FundPassword'),
})

const notification = createRoute({
  ...shown(chromes.page),
  path: '/profile/notification',
  beforeLoad: signedInOnly,
  validateSearch: texts('view', 'cat', 'unread', 'open'),
  loader: () => loadTexts('notices', 'profile', 'codes'),
  component: withQueries(() => import('./routes/notification.tsx'), 'Notification'),
})

const complaints = createRoute({
  ...shown(chromes.page),
  path: '/profile/complaints',
  beforeLoad: signedInOnly,
  validateSearch: texts('about', 'id', 'of', 'no'),
  loader: () => loadTexts('complaints', 'profile', 'codes'),
  component: withQueries(() => import('./routes/complaints.tsx'), 'Complaints'),
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
    balance,
    withdraw,
    addresses,
    fundPassword,
    verification,
    notification,
    complaints,
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
