import type { Route } from '@evenhand/protocol/route.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../lib/call.ts'

const pollMs = 1000

type Nothing = z.ZodMiniType<Record<string, never>>
type State = { running: { done: number; total: number } | null }
type Routes<R extends z.ZodMiniType<State>> = { begin: Route<Nothing, R>; state: Route<Nothing, R> }

/** A check that the server makes on its own: begins it, and shows how far it is while its dialog is open. */
export function useVerification<R extends z.ZodMiniType<State>>(routes: Routes<R>) {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const queryKey = [routes.state.path, 'verification']
  const begin = useMutation({
    mutationFn: () => call(routes.begin, {}),
    onSuccess(begun) {
      queries.setQueryData(queryKey, begun)
      setOpen(true)
    },
  })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(routes.state, {}, signal),
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data?.running === null ? false : pollMs),
  })
  return {
    isBeginning: begin.isPending,
    begin: () => begin.mutate(),
    state: isOpen ? data : undefined,
    close: () => setOpen(false),
  }
}
