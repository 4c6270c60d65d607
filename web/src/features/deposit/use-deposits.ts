import { getParamByKey } from '@evenhand/protocol/site-params.ts'
import {
  cancelRecharge,
  depositAddress,
  listRecharge,
  recharge,
  resubmitRecharge,
  type Deposit,
  type DepositAddress,
} from '@evenhand/protocol/deposits.ts'
import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { isRefused } from '../../lib/problem.ts'
import type { DepositRequest } from './deposit-form.ts'

/** Where coins of a method are sent. */
export const useDepositAddress = ({ method, coin, network }: FundMethod) =>
  useQuery({
    queryKey: ['mine', 'depositAddress', method],
    queryFn: async ({ signal }): Promise<DepositAddress> =>
      z.decode(depositAddress, (await call(getParamByKey, { key: `deposit_${coin}_${network}` }, { signal })) as never),
    staleTime: 60_000,
    // Deposits may be stopped, or go on, while the page is open.
    refetchInterval: ({ state }) => (state.data?.stopped === true ? 15_000 : 60_000),
  })

/** The customer's deposits, newest first: the newest hundred. */
export function useDeposits() {
  const pollEvery = usePollEvery(15_000)
  return useQuery({
    queryKey: ['mine', 'deposits'],
    queryFn: async ({ signal }): Promise<Deposit[]> => {
      const response = await call(listRecharge, {}, { signal })
      return Array.isArray(response) ? response : response.rows
    },
    staleTime: 5_000,
    // No frame comes for every block.
    refetchInterval: ({ state }) => pollEvery || (state.data?.some(isConfirming) === true && 30_000),
  })
}

const isConfirming = ({ status }: Deposit): boolean => status === 'CONFIRMING'

/** Requests again for everything that a deposit is shown by. */
function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    for (const part of ['deposits', 'assets']) void client.invalidateQueries({ queryKey: ['mine', part] })
  }
}

/** Reports that coins were sent. A call whose response did not come is sent again under its own key, and makes one deposit. */
export function useSubmitDeposit() {
  const refresh = useRefresh()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ request, key }: { request: DepositRequest; key: string }) => call(recharge, request, { key }),
    meta: { handled: true },
    onSettled: (_done, problem) => {
      refresh()
      if (isRefused(problem, 'capacityReached')) void client.invalidateQueries({ queryKey: ['mine', 'depositAddress'] })
    },
  })
}

export function useCancelDeposit() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: (id: string) => call(cancelRecharge, { id }), onSettled: refresh })
}

export function useResubmitDeposit() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (request: { id: string; proofFileId: string; last6?: string }) => call(resubmitRecharge, request),
    meta: { handled: true },
    onSettled: refresh,
  })
}
