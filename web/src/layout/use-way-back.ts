import { useLocation } from '@evenhand/ui/router.ts'

/** Where a visitor who goes to sign in from here comes back to; from the sign-in screens, where those would lead. */
export function useWayBack(): string | undefined {
  const { href, pathname } = useLocation()
  if (pathname.startsWith('/pass/')) return new URLSearchParams(href.split('?')[1]).get('back') ?? undefined
  return pathname === '/' || pathname.startsWith('/api/') ? undefined : href
}
