import { trendDays } from '@evenhand/protocol/operator-dashboard.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import type { ConsoleDeps, Trends } from './console.deps.ts'
import { queuesOf } from './service-levels.ts'

/** Milliseconds for which counted charts are served to every operator. */
const freshMs = 60_000

type TrendsDeps = Pick<ConsoleDeps, 'clock' | 'trends' | 'queues'>

/**
 * Returns the charts of the dashboard without queues that the caller may not open. They are counted at most once a minute
 * however many operators have it open.
 */
export function createTrends({ clock, trends, queues }: TrendsDeps) {
  let newest: Promise<Trends> | undefined
  let countedAt = 0
  const counted = (): Promise<Trends> => {
    const now = clock.now()
    if (newest === undefined || Math.abs(now - countedAt) > freshMs) {
      countedAt = now
      newest = trends({ now, days: trendDays })
      newest.catch(() => (newest = undefined))
    }
    return newest
  }
  return async (_request: object, call: OperatorCall): Promise<Trends> => {
    const names = new Set(queuesOf(queues, call).map(({ name }) => name))
    const all = await counted()
    return { ...all, queues: all.queues.filter(({ name }) => names.has(name)) }
  }
}
