import type { Screen } from '../../lib/feature.ts'

/** Under which page of the account's list an address stands; `/profile` alone is only itself. */
export function pageOfPath(screens: readonly Screen[], pathname: string): string {
  const under = screens.find(({ path }) => path === pathname)?.under
  if (under !== undefined) return under
  const [, profile = '', page] = pathname.split('/')
  return page === undefined ? `/${profile}` : `/${profile}/${page}`
}
