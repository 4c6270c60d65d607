import { getOptionsOrderById, listOptionsOrder, type OptionOrder } from '@evenhand/protocol/options.ts'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isSettled } from '@evenhand/protocol/states.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { usePollEvery, useIsConnected } from '../../feed/session-connection.ts'
import { productNow } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { nextPollMs } from './order-poll.ts'

export const pageSize = 20

const oneOrder = (id: string, mode: AccountMode) => ({
  queryKey: ['mine', 'order', mode, id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getOptionsOrderById, { id }, { signal }),
  staleTime: 0,
})

/** One order with its receipt and ticks, followed until it is settled. */
export function useOrder(id: string | undefined) {
  const mode = useAccountMode()
  const received = useIsConnected()
  return useQuery({
    ...oneOrder(id ?? '', mode),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data ? nextPollMs(state.data.order, productNow(), received) : false),
  })
}

/**
 * The orders of an instrument that run, newest first, each followed to its result; one that settles while the page is open
 * stays in the list with its result.
 */
export function useRunningOrders(code: string) {
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const queries = useQueryClient()
  const received = useIsConnected()
  const listEvery = usePollEvery(30_000)
  const list = useQuery({
    queryKey: ['mine', 'orders', mode, 'running', code],
    queryFn: async ({ signal }) => {
      const response = await call(listOptionsOrder, { status: 'open', code }, { signal })
      return Array.isArray(response) ? response : response.rows
    },
    enabled: signedIn,
    refetchInterval: listEvery,
  })
  const seen = useRef({ of: '', orders: new Map<string, OptionOrder>() })
  if (seen.current.of !== `${mode} ${code}`) seen.current = { of: `${mode} ${code}`, orders: new Map() }
  for (const order of list.data ?? []) if (order.code === code) seen.current.orders.set(order.id, order)
  const seeds = signedIn ? [...seen.current.orders.values()].toSorted((a, b) => b.acceptedAt - a.acceptedAt) : []
  const followed = useQueries({
    queries: seeds.map((seed) => ({
      ...oneOrder(seed.id, mode),
      refetchInterval: (query: { state: { data?: { order: OptionOrder } | undefined } }) =>
        nextPollMs(query.state.data?.order ?? seed, productNow(), received),
    })),
  })
  const orders = seeds.map((seed, at) => followed[at]?.data?.order ?? seed)
  const settled = orders.filter((order) => isSettled(order.status)).length
  useEffect(() => {
    if (settled === 0) return
    void queries.invalidateQueries({ queryKey: ['mine', 'accounts'] })
    void queries.invalidateQueries({ queryKey: ['mine', 'orders', mode, 'page'] })
  }, [queries, settled, mode])
  return { orders, isLoading: list.isLoading, isError: list.isError, refetch: list.refetch }
}

export type OrderFilter = { status: 'open' | 'closed'; code: string; page: number }

/** A page of the customer's orders on the account in use. */
export function useOrderPage({ status, code, page }: OrderFilter) {
  const mode = useAccountMode()
  const every = usePollEvery(5_000)
  return useQuery({
    queryKey: ['mine', 'orders', mode, 'page', status, code, page],
    queryFn: async ({ signal }) => {
      const response = await call(
        listOptionsOrder,
        { status, page, size: pageSize, ...(code === '' ? {} : { code }) },
        { signal },
      )
      return Array.isArray(response) ? { rows: response, total: response.length, page: 1, size: pageSize } : response
    },
    placeholderData: keepPreviousData,
    staleTime: 2_000,
    refetchInterval: status === 'open' ? every : false,
  })
}
