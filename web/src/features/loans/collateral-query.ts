import { loanCollateral } from '@evenhand/protocol/loan-collateral.ts'
import type { CollateralCoin } from '@evenhand/protocol/collateral-rules.ts'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

/** What a customer pledges: a coin and how much of it. */
export type Chosen = { readonly coin: CollateralCoin; readonly amount: string }
export type CollateralOffer = z.output<typeof loanCollateral.result>

/** Prices change each second; a share that is shown is of the last few. */
const pollMs = 5_000

/** Coins that may be pledged, with what an amount needs of each. */
export const useCollateralOffer = (amount: string) =>
  useQuery({
    queryKey: ['mine', 'loans', 'collateral', 'offer', amount],
    queryFn: ({ signal }) => call(loanCollateral, { amount }, { signal }),
    refetchInterval: pollMs,
  })

/** The collateral of a loan; null for one without any. */
export const useHeldCollateral = (id: string) =>
  useQuery({
    queryKey: ['mine', 'loans', 'collateral', 'held', id],
    queryFn: async ({ signal }) => (await call(loanCollateral, { id }, { signal })).held,
    refetchInterval: (query) => (query.state.data === null ? false : pollMs),
  })
