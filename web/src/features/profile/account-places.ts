/** Pages of the account that are reached from one of the list, and stand below it. */
const below: Readonly<Record<string, string>> = {
  '/profile/password': '/profile/security',
  '/profile/addresses': '/profile/balance',
  '/profile/close': '/profile/export',
  '/profile/quiz': '/profile/limits',
  '/profile/quiz/warning': '/profile/limits',
}

/** Under which page of the list an address stands; `/profile` alone is only itself. */
export function placeOf(pathname: string): string {
  const named = below[pathname]
  if (named !== undefined) return named
  const [, profile = '', page] = pathname.split('/')
  return page === undefined ? `/${profile}` : `/${profile}/${page}`
}
