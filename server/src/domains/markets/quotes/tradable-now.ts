import type { Clock } from '../../../kernel/time/clock.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import type { Tick } from '../record/tick.ts'
import type { SessionState } from '../sources/source.ts'

/** A price older than this trades no more, on any market. */
const oldestPriceMs = 5_000
/** A price may be this far in the future, because the clock of the feed and ours may differ; beyond it nothing trades. */
const clockSlackMs = 2_000

type Deps = { clock: Pick<Clock, 'now'>; markets: { latest(code: string): Tick | undefined } }

/** The newest tick of an instrument that trades in this session; refuses 10015 with the reason and, where known, when it opens. */
export function tradableNow({ markets, clock }: Deps, { code }: { code: string }, session: SessionState): Tick {
  if (!session.open)
    throw refuse('notTradableNow', {
      reason: session.reason ?? 'closed',
      ...(session.until === null ? {} : { opensAt: session.until }),
    })
  const now = clock.now()
  const latest = markets.latest(code)
  // A newest price in the future means that the clock went back: the record stands still until it has caught up.
  if (latest === undefined || now - latest.ts > oldestPriceMs || latest.ts - now > clockSlackMs)
    throw refuse('notTradableNow', { reason: 'stale' })
  return latest
}
