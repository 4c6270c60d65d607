import { legalHoldsOf } from '../domains/accounts/index.ts'
import { addressSharers } from '../domains/addresses/index.ts'
import { accessFacts, fundPasswordChangedAt } from '../domains/auth/index.ts'
import { tradesSince } from '../domains/contracts/index.ts'
import { depositFacts } from '../domains/deposits/index.ts'
import { restrictionOf } from '../domains/operators/index.ts'
import { tradedNet } from '../domains/options/index.ts'
import { owned } from '../kernel/db/db.ts'
import type { Domains, DomainsParams } from './compose.ts'

/** What every domain knows of the customer of a withdrawal; each reads its own tables alone. */
export function withdrawalRiskSources({ pools, clock }: DomainsParams, { accounts }: Pick<Domains, 'accounts'>) {
  const [console, operators] = [owned<'accounts'>(pools.console), owned<'operators'>(pools.console)]
  return {
    depositedBy: (customerId: string) => depositFacts(owned<'deposits'>(pools.console), customerId),
    sharersOf: (params: { address: string; customerId: string }) =>
      addressSharers(owned<'addresses'>(pools.console), params),
    fundPasswordChangedAt: (customerId: string) => fundPasswordChangedAt(owned<'auth'>(pools.console), customerId),
    customerOf: (customerId: string) => accounts.find(customerId),
    restrictionOf: (customerId: string) => restrictionOf(operators, customerId),
    isHeld: async (customerId: string) =>
      (await legalHoldsOf(console, { customerIds: [customerId], now: clock.now() })).has(customerId),
    tradedBy: async (accountId: bigint) => {
      const [options, contracts] = await Promise.all([
        tradedNet(owned<'options'>(pools.console), accountId),
        tradesSince(owned<'contracts'>(pools.console), { accountId, since: 0 }),
      ])
      return options + contracts.real.profitLoss
    },
    accessOf: (params: { customerId: string; at: number }) => accessFacts(owned<'auth'>(pools.api), params),
  }
}
