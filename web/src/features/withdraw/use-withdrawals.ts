import { listAddresses, type WithdrawalAddress } from '@evenhand/protocol/addresses.ts'
import { publicServiceLevels } from '@evenhand/protocol/books.ts'
import { getParamByKey } from '@evenhand/protocol/site-params.ts'
import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { cancelWithdrawal, listWithdrawals, maxWithdrawal, type Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { usePollEvery } from '../../feed/session-connection.ts'
import { call } from '../../lib/call.ts'
import { refreshAfter } from '../../lib/refresh-after.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'

export const withdrawalsKey = ['mine', 'withdrawals'] as const

/** The newest hundred withdrawals, newest first. */
export async function fetchWithdrawals(signal?: AbortSignal): Promise<readonly Withdrawal[]> {
  const response = await call(listWithdrawals, {}, signal ? { signal } : {})
  return Array.isArray(response) ? response : response.rows
}

export const useWithdrawals = () =>
  useQuery({
    queryKey: [...withdrawalsKey, 'list'],
    queryFn: ({ signal }) => fetchWithdrawals(signal),
    staleTime: 5_000,
    refetchInterval: usePollEvery(15_000),
  })

/** The most that can leave now by a method, and what bounds it. */
export const useMaxWithdrawal = ({ method }: FundMethod, addressId: string | undefined) =>
  useQuery({
    queryKey: [...withdrawalsKey, 'max', method, addressId],
    queryFn: ({ signal }) => call(maxWithdrawal, { method, ...(addressId ? { addressId } : {}) }, { signal }),
    staleTime: 5_000,
    refetchInterval: usePollEvery(30_000),
  })

/** The customer's address book. What waits becomes usable by itself, so it is checked again now and then. */
export const useAddresses = () =>
  useQuery({
    queryKey: ['mine', 'addresses'],
    queryFn: ({ signal }): Promise<readonly WithdrawalAddress[]> => call(listAddresses, {}, { signal }),
    staleTime: 5_000,
    refetchInterval: 30_000,
  })

/** Minutes that the network itself takes once a withdrawal is paid; undefined until it is known. */
export function useEta({ method }: FundMethod): number | undefined {
  const { data } = useQuery({
    queryKey: ['withdrawAccount'],
    queryFn: ({ signal }) => call(getParamByKey, { key: 'withdraw_account' }, { signal }),
    staleTime: hourMs,
  })
  const rows = Array.isArray(data) ? (data as { method?: unknown; eta?: unknown }[]) : []
  const eta = rows.find((row) => row.method === method)?.eta
  return typeof eta === 'number' ? eta : undefined
}

/** The public figures of how long withdrawals took. */
export function usePublicWait() {
  const { data } = useQuery({
    queryKey: ['serviceLevels'],
    queryFn: ({ signal }) => call(publicServiceLevels, {}, { signal }),
    staleTime: 300_000,
  })
  return data?.queues.find(({ queue }) => queue === 'withdrawals')
}

/** Requests again everything that a withdrawal is shown by, once one was changed. */
export const refreshWithdrawals = (client: QueryClient) =>
  refreshAfter(client, withdrawalsKey, ['mine', 'assets'], ['mine', 'accounts'])

export function useCancelWithdrawal() {
  const client = useQueryClient()
  return useMutation({
    meta: { handled: true },
    mutationFn: (id: string) => call(cancelWithdrawal, { id }),
    onSettled: refreshWithdrawals(client),
  })
}
