import { ledgerCheck, publicReserves } from '@evenhand/protocol/books.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { handle, type Mounted } from '../../kernel/http/http.ts'
import type { Coverage } from './coverage.ts'
import type { Ledger } from './index.ts'

type RoutesParams = { ledger: Ledger; clock: Pick<Clock, 'now'>; simulated: boolean }

/** What everybody may see of the books. Coverage is read at most once a second for all callers. */
export function ledgerRoutes({ ledger, clock, simulated }: RoutesParams): Mounted[] {
  let newest: { asOf: number; assets: Promise<Coverage[]> } | undefined
  return [
    handle(ledgerCheck, () => ledger.lastCheck()),
    handle(publicReserves, async () => {
      const now = clock.now()
      if (newest === undefined || Math.abs(now - newest.asOf) >= 1000) {
        newest = { asOf: now, assets: ledger.coverage() }
        newest.assets.catch(() => (newest = undefined))
      }
      const { asOf, assets } = newest
      return { asOf, simulated, assets: await assets }
    }),
  ]
}
