import { useRouterState } from '@evenhand/ui/router.ts'

/** What stands around a screen. `top` on mobile: brand bar, a bar with a way back, that of the chat, the bare bar of the sign-in screens, or none. */
export type Chrome = {
  readonly top: 'brand' | 'page' | 'chat' | 'pass' | 'none'
  readonly tabBar: boolean
  readonly footer: 'always' | 'desktop' | 'none'
  /** Pages with a fixed bar of their own at the bottom reserve its room themselves. */
  readonly width?: 'content' | 'trading'
}

export const chromes = {
  tab: { top: 'brand', tabBar: true, footer: 'desktop' },
  home: { top: 'brand', tabBar: true, footer: 'always' },
  page: { top: 'page', tabBar: true, footer: 'desktop' },
  instrument: { top: 'page', tabBar: false, footer: 'desktop', width: 'trading' },
  chat: { top: 'chat', tabBar: false, footer: 'none' },
  pass: { top: 'pass', tabBar: false, footer: 'none' },
  none: { top: 'none', tabBar: false, footer: 'none' },
} as const satisfies Record<string, Chrome>

declare module '@evenhand/ui/router/register.ts' {
  interface StaticData {
    readonly chrome?: Chrome
  }
}

/** The chrome of the screen shown now. What a tab's address names, such as one work, is a page with a way back. */
export function useChrome(): Chrome {
  const { layers, route, location } = useRouterState()
  const chrome = layers.at(-1)?.staticData?.chrome ?? chromes.tab
  return chrome.top === 'brand' && route?.pageBy?.some((name) => location.search[name]) ? chromes.page : chrome
}
