import { capabilitiesHash } from '@evenhand/proofs/compare-capabilities.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import type { publicCapabilities } from '@evenhand/protocol/operator-result.ts'
import type * as z from 'zod/mini'

/** Every call an operator can make, from the router itself, so that nothing is served that is not listed. */
export function capabilitiesOf(routes: readonly OperatorRoute[]): z.input<typeof publicCapabilities.result> {
  const calls = routes
    .map(({ method, path, does, roles, summary }) => ({
      method: method === 'GET' ? ('GET' as const) : ('POST' as const),
      path,
      does,
      roles: [...roles],
      summary,
    }))
    .toSorted((a, b) => (a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1))
  return {
    sentence: 'none sets prices, ticks or results',
    hash: capabilitiesHash(calls, nodeCrypto),
    calls,
  }
}
