import { claims, claimWork } from '@evenhand/protocol/operator-result.ts'
import type { OperatorRoute } from '@evenhand/protocol/operator-route.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../lib/call.ts'
import { isAttended } from '../lib/last-input.ts'
import { useMay } from '../lib/session.ts'
import { freshMs } from '../lib/use-page.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** Work that one operator does at a time: how its claims name it, which rows wait, and the call that decides one. */
export type Work<Row> = {
  readonly noun: string
  readonly waits: (row: Row) => boolean
  readonly decides: Pick<OperatorRoute, 'method' | 'path'>
}
type Claim = z.output<typeof claims.result>[number]
/** Another operator who works on the open case; `lift` is called to decide all the same. */
export type Held = { readonly by: string; readonly endsAt: number; readonly lift: () => void }

/** Who else works on the case that stands open, for the frame around it. */
export const HeldContext = createContext<Held | undefined>(undefined)
export const useHeld = (): Held | undefined => useContext(HeldContext)

// A claim lasts ten minutes; while an operator has the case open it is prolonged well before.
const prolongMs = 4 * minuteMs
// Shorter than this a case is passed by, not worked on.
const passingMs = 400

// One after the other: a claim given back must not arrive after the next one of the same case.
let last: Promise<unknown> = Promise.resolve()
const serially = (request: z.output<typeof claimWork.request>): Promise<unknown> =>
  (last = last.then(() => call(claimWork, request)).catch(() => {}))

/** Claims a case while it stands open, and gives it back. A claim guards nothing, so that it fails is no problem. */
function useClaiming(subject: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (subject === undefined) return undefined
    const readAnew = () => queries.invalidateQueries({ queryKey: [claims.path] })
    const claim = () => void serially({ subject }).then(readAnew)
    const drop = () => void serially({ subject, drop: true }).then(readAnew)
    // An operator who steps through the list with J passes by most cases.
    let stays = false
    const first = setTimeout(() => {
      stays = true
      claim()
    }, passingMs)
    const timer = setInterval(() => isAttended(prolongMs) && claim(), prolongMs)
    addEventListener('pagehide', drop)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      removeEventListener('pagehide', drop)
      if (stays) drop()
    }
  }, [subject, queries])
}

/** Who works on which case of a queue, by the case's id. */
function useClaims<Row>(work: Work<Row> | undefined): ReadonlyMap<string, Claim> {
  const { data } = useQuery({
    queryKey: [claims.path],
    queryFn: ({ signal }) => call(claims, {}, signal),
    enabled: work !== undefined,
    refetchInterval: freshMs,
  })
  const noun = work?.noun
  return useMemo(() => {
    const own = (data ?? []).filter(({ subject }) => subject.startsWith(`${noun}:`))
    return new Map(own.map((claim) => [claim.subject.slice(claim.subject.indexOf(':') + 1), claim]))
  }, [data, noun])
}

/** Claims the open case for an operator who may decide it; returns who else has it, until one lifts that. */
export function useWork<Row>(
  work: Work<Row> | undefined,
  open: { id: string | undefined; row: Row | undefined; spoken: boolean },
): { held: Held | undefined; claimed: ReadonlyMap<string, Claim> } {
  const may = useMay()
  const claimed = useClaims(work)
  const [lifted, setLifted] = useState<string>()
  const { id, row, spoken } = open
  const decides =
    work !== undefined && row !== undefined && work.waits(row) && !spoken && may(work.decides) && may(claimWork)
  useClaiming(decides && id !== undefined ? `${work.noun}:${id}` : undefined)
  const claim = decides && id !== undefined ? claimed.get(id) : undefined
  if (id === undefined || claim === undefined || claim.own || lifted === id) return { held: undefined, claimed }
  return { held: { by: claim.operator, endsAt: claim.endsAt, lift: () => setLifted(id) }, claimed }
}
