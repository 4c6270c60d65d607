import type { Features, Target } from '../lib/feature.ts'

/** Where a request of a kind stands open; the dashboard where this page is older than the kind. */
export function pathOfRequest({ requests }: Features, kind: string, id: string): Target {
  const request = requests.get(kind)
  if (request === undefined) return { to: '/', search: { id } }
  return { to: request.to, search: { id, ...(request.tab && { tab: request.tab }) } }
}
