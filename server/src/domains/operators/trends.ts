import { trendDays } from '@evenhand/protocol/operator-dashboard.ts'
import type { ConsoleDeps, Trends } from './console.deps.ts'

/** Milliseconds for which counted charts are served to every operator. */
const freshMs = 60_000

/** Returns the charts of the dashboard, counted at most once a minute however many operators have it open. */
export function createTrends({ clock, trends }: Pick<ConsoleDeps, 'clock' | 'trends'>): () => Promise<Trends> {
  let newest: Promise<Trends> | undefined
  let countedAt = 0
  return () => {
    const now = clock.now()
    if (newest === undefined || Math.abs(now - countedAt) > freshMs) {
      countedAt = now
      newest = trends({ now, days: trendDays })
      newest.catch(() => (newest = undefined))
    }
    return newest
  }
}
