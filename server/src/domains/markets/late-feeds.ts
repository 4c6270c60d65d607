import type { AlertSource } from '../../kernel/module/alert-source.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Markets } from './markets.api.ts'

/** Milliseconds without a price after which an open instrument counts as late. */
const lateMs = 60_000
/** Percent of the open instruments that may be late before operators are alerted: single ones are on the feeds' screen. */
const latePercent = 5

type Deps = { markets: Pick<Markets, 'instruments' | 'session' | 'listing' | 'latest'>; clock: Pick<Clock, 'now'> }

/**
 * Alerts operators where many open instruments have no new price. What was recorded before this process came is not the
 * fault of its feed: an instrument is late once it could have had a price for as long.
 */
export function lateFeeds({ markets, clock }: Deps): AlertSource {
  const since = clock.now()
  return {
    kinds: ['feedLate'],
    async read(now) {
      const open = markets
        .instruments()
        .filter(
          ({ code }) => markets.session(code, now).open && (markets.listing(code)?.state ?? 'listed') === 'listed',
        )
      const late = open.filter(({ code }) => now - Math.max(markets.latest(code)?.ts ?? 0, since) > lateMs).length
      return late * 100 > open.length * latePercent ? [{ kind: 'feedLate', subject: 'feeds', count: late }] : []
    },
  }
}
