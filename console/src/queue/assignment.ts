import { assignCases, assignments } from '@evenhand/protocol/operator-dashboard.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../lib/call.ts'
import { useMay } from '../lib/session.ts'
import { freshMs } from '../lib/use-page.ts'

/** The assignments of a queue and what assigns more; off for queues whose cases are not assigned. */
export type Assigning = {
  readonly on: boolean
  /** The operator's name by the case's id. */
  readonly byId: ReadonlyMap<string, string>
  readonly candidates: readonly string[]
  readonly picked: ReadonlySet<string>
  readonly pick: (id: string, isPicked: boolean) => void
  readonly pickAll: (ids: readonly string[]) => void
  /** Whether there is anything to do with picked cases. */
  readonly picks: boolean
  readonly assign: (operator: string | null) => void
  readonly isPending: boolean
  readonly problem: unknown
}

/** Who has which case of a queue, and which cases are picked for something that is done with many at once. */
export function useAssigning(noun: string | undefined, mayBulk: boolean): Assigning {
  const may = useMay()
  const queries = useQueryClient()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { data } = useQuery({
    queryKey: [assignments.path],
    queryFn: ({ signal }) => call(assignments, {}, signal),
    enabled: noun !== undefined,
    refetchInterval: freshMs,
  })
  const saving = useMutation({
    mutationFn: (operator: string | null) =>
      call(assignCases, { subjects: [...picked].map((id) => `${noun}:${id}`), operator }),
    onSuccess: () => setPicked(new Set()),
    // A queue may be narrowed by whose case it is.
    onSettled: () => queries.invalidateQueries(),
  })
  const byId = useMemo(() => {
    const own = (data?.rows ?? []).filter(({ subject }) => subject.startsWith(`${noun}:`))
    return new Map(own.map(({ subject, operator }) => [subject.slice(subject.indexOf(':') + 1), operator]))
  }, [data, noun])
  const candidates = (noun !== undefined && may(assignCases) && data?.candidates[noun]) || []
  return {
    on: noun !== undefined,
    byId,
    candidates,
    picks: candidates.length > 0 || mayBulk,
    picked,
    pick: (id, isPicked) =>
      setPicked((before) => {
        const after = new Set(before)
        if (isPicked) after.add(id)
        else after.delete(id)
        return after
      }),
    pickAll: (ids) => setPicked(new Set(ids)),
    assign: saving.mutate,
    isPending: saving.isPending,
    problem: saving.error,
  }
}
