import { contractRisk } from '@evenhand/protocol/contracts-console.ts'
import { handleOperator, type MountedOperator } from '../../kernel/http/operator-call.ts'
import type { KnownContracts } from './account-now.ts'
import { limitsNow, usdtText } from './contracts.rules.ts'
import { assetOfMode } from './contracts.store.ts'
import { exposureNow } from './risk/exposure-now.ts'
import { largestAccounts, type CustomersOf } from './risk/largest-accounts.ts'
import { marginToday } from './risk/margin-today.ts'
import { reservesNow } from './risk/reserves-now.ts'

/** Operators' part of contracts reads alone: what is open, who is large, what was closed out today, what the reserves hold. */
export function contractsConsole(known: KnownContracts & { customersOf: CustomersOf }): MountedOperator[] {
  const codeOf = (instrumentId: number): string => known.instrumentOf(instrumentId).code
  const deps = { ...known, codeOf }
  return [
    handleOperator(contractRisk, async ({ mode = 'real' }) => {
      const now = known.clock.now()
      const asset = assetOfMode[mode]
      const limits = limitsNow(known)
      const [exposure, accounts, today, reserves] = await Promise.all([
        exposureNow(deps, asset, limits),
        largestAccounts(deps, mode),
        marginToday(deps, asset, now),
        reservesNow(deps, mode, now),
      ])
      return {
        at: now,
        version: known.terms.now().version,
        limits: { instrument: usdtText(limits.instrument), total: usdtText(limits.total) },
        exposure,
        accounts,
        today,
        reserves,
      }
    }),
  ]
}
