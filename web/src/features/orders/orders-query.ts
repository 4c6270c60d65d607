import { getOptionsOrderById, listOptionsOrder, type OptionOrder } from '@evenhand/protocol/options.ts'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isSettled } from '@evenhand/protocol/states.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { usePollEvery, useIsConnected } from '../../feed/session-connection.ts'
import { productNow } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { followOrders } from './followed-orders.ts'
import { nextPollMs } from './order-poll.ts'

export const pageSize = 20

const oneOrder = (id: string, mode: AccountMode) => ({
  queryKey: ['mine', 'order', mode, id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getOptionsOrderById, { id }, { signal, mode }),
  staleTime: 0,
})

/** Whether the customers' socket pushes an account's orders: it is that of the account in use. */
const useIsNotified = (mode: AccountMode): boolean => {
  const used = useAccountMode()
  return useIsConnected() && mode === used
}

/** One order with its receipt and ticks, followed until it is settled; `accountMode`: its account, where that is not the one in use. */
export function useOrder(id: string | undefined, accountMode?: AccountMode) {
  const used = useAccountMode()
  const mode = accountMode ?? used
  const received = useIsNotified(mode)
  return useQuery({
    ...oneOrder(id ?? '', mode),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data ? nextPollMs(state.data.order, productNow(), received) : false),
  })
}

type RunningParams = { code?: string | undefined; accountMode?: AccountMode }

/**
 * The orders of an account that run, newest first, each followed to its result; one that settles while the page is open
 * stays in the list with its result. `code`: those of one instrument; `accountMode`: the account, else the one in use.
 */
export function useRunningOrders({ code, accountMode }: RunningParams = {}) {
  const used = useAccountMode()
  const mode = accountMode ?? used
  const user = useSession()?.user.id
  const queries = useQueryClient()
  const received = useIsNotified(mode)
  const list = useQuery({
    queryKey: ['mine', 'orders', mode, 'running'],
    queryFn: async ({ signal }) => {
      const response = await call(listOptionsOrder, { status: 'open' }, { signal, mode })
      return Array.isArray(response) ? response : response.rows
    },
    enabled: user !== undefined,
    refetchInterval: received ? false : 30_000,
  })
  const ids = followOrders(`${user} ${mode}`, list.data ?? [])
  const followed = useQueries({
    queries: (user === undefined ? [] : ids).map(({ id, seed }) => ({
      ...oneOrder(id, mode),
      refetchInterval: (query: { state: { data?: { order: OptionOrder } | undefined } }) => {
        const known = query.state.data?.order ?? seed
        return known ? nextPollMs(known, productNow(), received) : false
      },
    })),
  })
  const orders = followed
    .flatMap(({ data }, at) => data?.order ?? ids[at]?.seed ?? [])
    .filter((order) => code === undefined || order.code === code)
    .toSorted((a, b) => b.acceptedAt - a.acceptedAt)
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
export function useOrderPage({ status, code, page }: OrderFilter, enabled = true) {
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
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 2_000,
    refetchInterval: status === 'open' ? every : false,
  })
}
