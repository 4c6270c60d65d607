import type { IconName } from '@evenhand/ui/icon.tsx'

/** The tabs of both navigations; a tab appears with its page. */
export const navTabs = [
  { to: '/', key: 'home', icon: 'home' },
  { to: '/market', key: 'markets', icon: 'candles' },
  { to: '/profile', key: 'account', icon: 'user' },
] as const satisfies readonly { to: string; key: string; icon: IconName }[]
