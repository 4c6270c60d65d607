import { useLocation } from '@evenhand/ui/router.ts'
import { navOf, useScreens } from '../lib/feature.ts'

/** The five tabs, each with what marks it as current. Every page of the account stands under the account's tab, wherever its path begins. */
export function useTabs() {
  const screens = useScreens()
  const { pathname } = useLocation()
  const isAccount = screens.some(
    ({ path, account }) => account !== undefined && (pathname === path || pathname.startsWith(`${path}/`)),
  )
  return navOf(screens, 'tab').map((tab) => ({
    ...tab,
    mark: isAccount && tab.path === '/profile' ? { 'aria-current': 'page' as const } : {},
  }))
}
