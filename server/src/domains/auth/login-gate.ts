import { openBatchedTopic } from '../../kernel/bus/batched-topic.ts'
import { noOthers, type Bus } from '../../kernel/bus/bus.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** Tries of one account from one network: how many failed in a row, and until when the next is refused. */
type Pair = { failures: number; lastAt: number; until: number }
type Row = { failures: number; lastAt: number }
/** What one process counted, for the others. */
type Counted = { pair: string; at: number } | { who: string; row: Row } | { passed: { pair: string; who: string } }

const quietMs = 15 * minuteMs
const freeFailures = 5
const firstDelayMs = 60_000
const longestDelayMs = 15 * minuteMs
const maxInRow = 100
const afterMaxMs = dayMs
const maxKept = 20_000
const topic = 'login-gate'

/**
 * Slows down guessing of passwords without distinguishing a known account from an unknown one and without locking anybody out.
 * From one network, five failures are free; then the wait grows from one minute to fifteen. From all networks together, a
 * hundred failures in a row stop further tries for a day, except from networks the customer has signed in from before.
 * Each try is counted as failed before its password is checked, so that many at once are not one. What one process counts the
 * others count as soon as they receive it.
 */
export function createLoginGate({ clock, on, bus = noOthers }: { clock: Clock; on: boolean; bus?: Bus | undefined }) {
  const pairs = new Map<string, Pair>()
  const rows = new Map<string, Row>()

  const countPair = (key: string, now: number): void => {
    let pair = pairs.get(key)
    if (pair === undefined || now - Math.max(pair.lastAt, pair.until) >= quietMs)
      pair = { failures: 0, lastAt: now, until: 0 }
    pair.failures += 1
    pair.lastAt = now
    const beyond = pair.failures - freeFailures
    if (beyond >= 0) pair.until = now + Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(beyond, 10))
    remember(pairs, key, pair)
  }
  const forget = ({ pair, who }: { pair: string; who: string }): void => {
    pairs.delete(pair)
    rows.delete(who)
  }
  const share = openBatchedTopic<Counted>(bus, topic, (counted) => {
    if ('pair' in counted) countPair(counted.pair, counted.at)
    else if ('row' in counted) remember(rows, counted.who, counted.row)
    else forget(counted.passed)
  })

  return {
    /** Counts a try of an account name from a network; refuses `tooMany` while the pair must wait. */
    enter({ account, ipBucket }: { account: string; ipBucket: string }): void {
      if (!on) return
      const now = clock.now()
      const key = `${ipBucket} ${account}`
      const until = pairs.get(key)?.until ?? 0
      if (now < until) throw tooMany(until - now)
      countPair(key, now)
      share({ pair: key, at: now })
    },

    /**
     * Counts a try against the account itself, known or not. `stored` is what the table knows of a customer's failures.
     * Returns nothing; refuses `tooMany` after a hundred unless the network is the customer's own.
     */
    count({ who, stored, familiar }: { who: string; stored: Row; familiar: boolean }): void {
      if (!on) return
      const now = clock.now()
      const known = rows.get(who)
      const row = known === undefined || known.failures < stored.failures ? stored : known
      if (!familiar && row.failures >= maxInRow && now - row.lastAt < afterMaxMs)
        throw tooMany(row.lastAt + afterMaxMs - now)
      const counted = { failures: row.failures + 1, lastAt: now }
      remember(rows, who, counted)
      share({ who, row: counted })
    },

    /** The password was right: both counts begin anew. */
    passed({ account, ipBucket, who }: { account: string; ipBucket: string; who: string }): void {
      const passed = { pair: `${ipBucket} ${account}`, who }
      forget(passed)
      share({ passed })
    },
  }
}

export type LoginGate = ReturnType<typeof createLoginGate>

const tooMany = (waitMs: number): Error => refuse('tooMany', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= maxKept) return
  const quietest = map.keys().next()
  if (quietest.done !== true) map.delete(quietest.value)
}
