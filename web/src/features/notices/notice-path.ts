import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Notification } from '@evenhand/protocol/notices.ts'

/** Where a notice leads: a path with its search, and the account that it belongs to where that matters. */
export type NoticePath = { readonly href: string; readonly mode: AccountMode | undefined }

const modeIn = (params: Notification['params']): AccountMode | undefined =>
  params['mode'] === 'virtual' || params['mode'] === 'real' ? params['mode'] : undefined

/** The order itself where there is one; else where the notice leads. Only ever a path of ours. */
export function pathOf({ params, link }: Pick<Notification, 'params' | 'link'>): NoticePath {
  const mode = modeIn(params)
  const orderId = params['orderId']
  if (typeof orderId === 'string') {
    const search = new URLSearchParams(link.split('?')[1])
    if (!search.has('status')) search.set('status', 'closed')
    search.set('id', orderId)
    return { href: `/profile/orders?${search}`, mode }
  }
  // Coins come in, go out and are converted on the real account alone.
  if (link.startsWith('/profile/balance') || 'conversionId' in params) return { href: link, mode: 'real' }
  return { href: /^\/(?![/\\])/.test(link) ? link : '/profile', mode }
}

/** What names one thing among those of a page. */
const names = ['id', 'code', 'no', 'product']

/** Whether a page shows what a notice is about; the overview, where nothing in particular is shown, never does. */
export function isPathOf(notice: Pick<Notification, 'params' | 'link'>, href: string): boolean {
  const [shown, meant] = [href, pathOf(notice).href].map((path) => new URL(path, 'https://evenhand.example'))
  if (shown === undefined || meant === undefined || meant.pathname === '/profile') return false
  const isNamed = (name: string) => {
    const named = meant.searchParams.get(name)
    return named === null || named === shown.searchParams.get(name)
  }
  return shown.pathname === meant.pathname && names.every(isNamed)
}
