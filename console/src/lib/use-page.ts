import type { Route } from '@evenhand/protocol/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { call } from './call.ts'

type Paged = { rows: readonly unknown[]; total: number }
type RowOf<R extends z.ZodMiniType> = z.output<R> extends { rows: readonly (infer One)[] } ? One : never

/** How often what people wait for is reloaded. */
export const freshMs = 10_000
/** What one call of a list returns at most. */
export const maxRows = 100

/**
 * The rows of a paged list by its newest responses, refreshed every ten seconds while the page is visible: a hundred, and with
 * each call of `more` a hundred more. `total` is how many there are in all.
 */
export function usePage<A extends z.ZodMiniType, R extends z.ZodMiniType>(route: Route<A, R>, request: z.output<A>) {
  const requestKey = JSON.stringify(request)
  const [wanted, setWanted] = useState({ requestKey, pages: 1 })
  const pages = wanted.requestKey === requestKey ? wanted.pages : 1
  const query = useQuery({
    queryKey: [route.path, request, pages],
    queryFn: ({ signal }) =>
      Promise.all(
        Array.from({ length: pages }, (_, at) =>
          call(route, { ...(request as object), page: at + 1, size: maxRows } as z.output<A>, signal),
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: freshMs,
  })
  const responses = query.data as readonly Paged[] | undefined
  const rows = useMemo(() => responses?.flatMap((page) => page.rows) as readonly RowOf<R>[] | undefined, [responses])
  // A page behind the end may not know how many there are.
  const total = responses?.[0]?.total ?? 0
  return {
    data: rows,
    total,
    more: total > (rows?.length ?? 0) ? () => setWanted({ requestKey, pages: pages + 1 }) : undefined,
    error: responses === undefined ? query.error : null,
    isStale: responses !== undefined && query.error !== null,
    isFetching: query.isFetching,
    dataUpdatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
  }
}
