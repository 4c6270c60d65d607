import { operatorTrends } from '@evenhand/protocol/operator-dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export type Trends = z.output<typeof operatorTrends.result>
/** Milliseconds after which the charts are read again. */
const refreshMs = 60_000

/** The charts of the dashboard; off for roles that may not read them. */
export function useTrends() {
  const may = useMay()
  return useQuery({
    queryKey: [operatorTrends.path],
    queryFn: ({ signal }) => call(operatorTrends, {}, signal),
    refetchInterval: refreshMs,
    enabled: may(operatorTrends),
  })
}

/** Epoch milliseconds of every day of the charts, oldest first. */
export const daysOf = ({ from, at }: Trends): number[] =>
  Array.from({ length: Math.floor((at - from) / dayMs) + 1 }, (_, index) => from + index * dayMs)

/** A UTC day as `2026-11-23`. */
export const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10)
