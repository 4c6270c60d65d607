import { chromes } from '../../layout/chrome.ts'
import { screen, type Feature } from '../../lib/feature.ts'
import { texts } from '../../lib/search.ts'

const callback = texts('code', 'state', 'iss', 'error')

/** The ways in, and what guards the account. */
export const auth = {
  screens: [
    screen({
      path: '/pass/login',
      title: 'auth.login.title',
      chrome: chromes.pass,
      usesQueries: true,
      search: texts('back'),
      texts: ['auth', 'codes'],
      load: async () => (await import('./login-screen.tsx')).Login,
    }),
    screen({
      path: '/pass/register',
      title: 'auth.register.title',
      chrome: chromes.pass,
      isNamedByContent: true,
      usesQueries: true,
      search: texts('back', 'ref'),
      texts: ['auth', 'codes'],
      load: async () => (await import('./register-screen.tsx')).Register,
    }),
    screen({
      path: '/pass/reset',
      title: 'auth.reset.title',
      chrome: chromes.pass,
      usesQueries: true,
      search: texts('back'),
      texts: ['auth', 'codes'],
      load: async () => (await import('./reset-screen.tsx')).ResetScreen,
    }),
    screen({
      path: '/pass/freeze',
      title: 'auth.freeze.title',
      chrome: chromes.pass,
      usesQueries: true,
      search: texts('token', 'done'),
      texts: ['auth', 'codes'],
      load: async () => (await import('./freeze-screen.tsx')).FreezeScreen,
    }),
    screen({
      path: '/pass/unfreeze',
      title: 'auth.unfreeze.title',
      chrome: chromes.pass,
      usesQueries: true,
      texts: ['auth', 'codes'],
      load: async () => (await import('./unfreeze-screen.tsx')).UnfreezeScreen,
    }),
    screen({
      path: '/profile/security',
      title: 'profile.page.security',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      texts: ['security', 'phone', 'profile', 'auth', 'withdraw', 'codes'],
      load: async () => (await import('../../routes/security.tsx')).Security,
      account: { title: 'profile.page.security', icon: 'shield', at: 70, group: 'safety' },
      setting: { title: 'profile.page.security', icon: 'shield', at: 20, text: 'profile.elsewhere.security' },
    }),
    screen({
      path: '/profile/password',
      title: 'security.password.title',
      chrome: chromes.page,
      isForCustomers: true,
      isAccountPage: true,
      usesQueries: true,
      texts: ['security', 'profile', 'auth', 'codes'],
      load: async () => (await import('./security/change-password.tsx')).ChangePassword,
      under: '/profile/security',
    }),
    screen({
      path: '/api/loginCallback/google',
      title: 'auth.login.title',
      chrome: chromes.none,
      isNamedByContent: true,
      usesQueries: true,
      search: callback,
      texts: ['auth', 'codes'],
      load: async () => (await import('./social/callback-screen.tsx')).GoogleCallback,
    }),
    screen({
      path: '/api/loginCallback/apple',
      title: 'auth.login.title',
      chrome: chromes.none,
      isNamedByContent: true,
      usesQueries: true,
      search: callback,
      texts: ['auth', 'codes'],
      load: async () => (await import('./social/callback-screen.tsx')).AppleCallback,
    }),
  ],
} as const satisfies Feature
