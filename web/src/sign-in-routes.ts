import { createRoute } from '@tanstack/react-router'
import { chromes } from './layout/chrome.ts'
import { texts } from './lib/search.ts'
import { loadTexts } from './lib/texts.ts'
import { shown, signedInOnly, withQueries } from './route-kit.tsx'

export const login = createRoute({
  ...shown(chromes.pass),
  path: '/pass/login',
  validateSearch: texts('back'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/login.tsx'), 'Login'),
})

export const register = createRoute({
  ...shown(chromes.pass),
  path: '/pass/register',
  validateSearch: texts('back', 'ref'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/register.tsx'), 'Register'),
})

export const reset = createRoute({
  ...shown(chromes.pass),
  path: '/pass/reset',
  validateSearch: texts('back'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/reset.tsx'), 'Reset'),
})

export const freeze = createRoute({
  ...shown(chromes.pass),
  path: '/pass/freeze',
  validateSearch: texts('token', 'done'),
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/freeze.tsx'), 'Freeze'),
})

export const unfreeze = createRoute({
  ...shown(chromes.pass),
  path: '/pass/unfreeze',
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/freeze.tsx'), 'Unfreeze'),
})

export const security = createRoute({
  ...shown(chromes.page),
  path: '/profile/security',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('security', 'profile', 'auth', 'withdraw', 'codes'),
  component: withQueries(() => import('./routes/security.tsx'), 'Security'),
})

export const password = createRoute({
  ...shown(chromes.page),
  path: '/profile/password',
  beforeLoad: signedInOnly,
  loader: () => loadTexts('security', 'profile', 'auth', 'codes'),
  component: withQueries(() => import('./routes/password.tsx'), 'Password'),
})

const callback = texts('code', 'state', 'iss', 'error')

export const googleCallback = createRoute({
  ...shown(chromes.none),
  path: '/api/loginCallback/google',
  validateSearch: callback,
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/social-callback.tsx'), 'GoogleCallback'),
})

export const appleCallback = createRoute({
  ...shown(chromes.none),
  path: '/api/loginCallback/apple',
  validateSearch: callback,
  loader: () => loadTexts('auth', 'codes'),
  component: withQueries(() => import('./routes/social-callback.tsx'), 'AppleCallback'),
})
