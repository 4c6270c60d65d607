import {
  accountMargin,
  getContractOrderById,
  listContractOrder,
  type ContractOrder,
} from '@evenhand/protocol/contracts.ts'
import { getMarketInfo } from '@evenhand/protocol/markets.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { usePollEvery } from '../../feed/session-connection.ts'
import { quoteOf, watchPaints } from '../../feed/quote-store.ts'
import { call } from '../../lib/call.ts'
import { useAccountMode, useSession } from '../../lib/session.ts'
import { livePosition, rateCode, type Facts, type LivePosition } from './contract-live.ts'

export const pageSize = 20
/** An order waits for its fill about a second: it is requested again as often. */
const fillPollMs = 1000
/** Stops, close-outs and pending orders happen at any time, also where no message of them comes. */
const watchPollMs = 10_000

const rowsOf = <T>(response: readonly T[] | { rows: readonly T[] }): readonly T[] =>
  'rows' in response ? response.rows : response

export type ContractStatusFilter = 'pending' | 'open' | 'closed'

/** The contracts of the account in use that are open or wait, newest first. */
export function useLiveContracts() {
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  const list = useQuery({
    queryKey: ['mine', 'orders', mode, 'contracts', 'live'],
    queryFn: async ({ signal }) => {
      const [open, pending] = await Promise.all(
        (['open', 'pending'] as const).map((status) => call(listContractOrder, { status }, { signal, mode })),
      )
      return [...rowsOf(open ?? []), ...rowsOf(pending ?? [])].toSorted((a, b) => b.acceptedAt - a.acceptedAt)
    },
    enabled: signedIn,
    staleTime: 2000,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'ACCEPTED') ? fillPollMs : watchPollMs,
  })
  return {
    orders: list.data ?? [],
    isLoading: list.isLoading,
    isError: list.isError,
    refetch: list.refetch,
  }
}

type Page = { status: ContractStatusFilter; code: string; page: number }

/** A page of the contracts of the account in use. */
export function useContractPage({ status, code, page }: Page) {
  const mode = useAccountMode()
  const every = usePollEvery(5000)
  return useQuery({
    queryKey: ['mine', 'orders', mode, 'contracts', status, code, page],
    queryFn: async ({ signal }) => {
      const request = { status, page, size: pageSize, ...(code === '' ? {} : { code }) }
      const response = await call(listContractOrder, request, { signal, mode })
      return 'rows' in response ? response : { rows: response, total: response.length }
    },
    placeholderData: keepPreviousData,
    staleTime: 2000,
    refetchInterval: status === 'closed' ? false : every || watchPollMs,
  })
}

/** One contract with its signed records. */
export function useContract(id: string | undefined) {
  const mode = useAccountMode()
  return useQuery({
    queryKey: ['mine', 'orders', mode, 'contract', id],
    queryFn: ({ signal }) => call(getContractOrderById, { id: id ?? '' }, { signal, mode }),
    enabled: id !== undefined,
    staleTime: 2000,
  })
}

/** Equity, margin and level of the account in use as the server last returned them; requested anew with another `state` of its contracts. */
export function useMargin(state: string) {
  const mode = useAccountMode()
  const signedIn = useSession() !== undefined
  return useQuery({
    queryKey: ['mine', 'orders', mode, 'margin', state],
    queryFn: ({ signal }) => call(accountMargin, {}, { signal, mode }),
    enabled: signedIn,
    placeholderData: keepPreviousData,
    staleTime: 2000,
    refetchInterval: watchPollMs,
  }).data
}

/** The facts of instruments, by code, as far as they have come. They do not change while the page is open. */
function useFacts(codes: readonly string[]): ReadonlyMap<string, Facts> {
  const known = useQueries({
    queries: codes.map((code) => ({
      queryKey: ['contract-facts', code],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(getMarketInfo, { code }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return new Map(known.flatMap(({ data }, at) => (data ? [[codes[at] ?? '', data] as const] : [])))
}

/** The newest prices of some instruments; renders again when one of them is another. */
export function usePrices(codes: readonly string[]): (code: string | null) => string | undefined {
  const key = codes.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => {
      const watched = new Set(key.split(' '))
      return watchPaints((changed) => void (changed.some((code) => watched.has(code)) && listener()))
    },
    [key],
  )
  const read = () => codes.map((code) => quoteOf(code)?.price ?? '').join(' ')
  useSyncExternalStore(subscribe, read, read)
  return (code) => (code === null ? undefined : quoteOf(code)?.price)
}

/** Open positions and pending orders at the newest prices, by id; one whose prices are not known yet is missing. */
export function useLivePositions(orders: readonly ContractOrder[]): ReadonlyMap<string, LivePosition> {
  const open = orders.filter(({ status }) => status === 'OPEN' || status === 'PENDING')
  const codes = [...new Set(open.map(({ code }) => code))]
  const facts = useFacts(codes)
  const rates = [...facts.values()].flatMap(({ quote }) => rateCode(quote) ?? [])
  const price = usePrices([...codes, ...rates])
  return new Map(
    open.flatMap((order) => {
      const known = facts.get(order.code)
      const live =
        known &&
        livePosition(order, known, {
          price: price(order.code),
          ratePrice: price(rateCode(known.quote)),
        })
      return live ? [[order.id, live] as const] : []
    }),
  )
}
