import type { Clock } from '../../kernel/time/clock.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** Tries of one account from one place: how many failed in a row, and until when the next is refused. */
type Pair = { failures: number; lastAt: number; until: number }
type Row = { failures: number; lastAt: number }

const quietMs = 15 * minuteMs
const freeFailures = 5
const firstDelayMs = 60_000
const longestDelayMs = 15 * minuteMs
const maxInRow = 100
const afterMaxMs = dayMs
const maxKept = 20_000

/**
 * Slows down guessing of passwords without telling a known account from an unknown one and without locking anybody out.
 * From one place, five failures are free; then the wait grows from one minute to fifteen. From all places together, a
 * hundred failures in a row stop further tries for a day, except from places the customer has signed in from before.
 * Each try is counted as failed before its password is checked, so that many at once are not one.
 */
export function createLoginGate({ clock, on }: { clock: Clock; on: boolean }) {
  const pairs = new Map<string, Pair>()
  const rows = new Map<string, Row>()
  return {
    /** Counts a try of an account name from a place; refuses `tooMany` while the pair must wait. */
    enter({ account, ipBucket }: { account: string; ipBucket: string }): void {
      if (!on) return
      const now = clock.now()
      const key = `${ipBucket} ${account}`
      let pair = pairs.get(key)
      if (pair !== undefined && now < pair.until) throw tooMany(pair.until - now)
      if (pair === undefined || now - Math.max(pair.lastAt, pair.until) >= quietMs)
        pair = { failures: 0, lastAt: now, until: 0 }
      pair.failures += 1
      pair.lastAt = now
      const beyond = pair.failures - freeFailures
      if (beyond >= 0) pair.until = now + Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(beyond, 10))
      remember(pairs, key, pair)
    },

    /**
     * Counts a try against the account itself, known or not. `stored` is what the table knows of a customer's failures.
     * Returns nothing; refuses `tooMany` after a hundred unless the place is the customer's own.
     */
    count({ who, stored, familiar }: { who: string; stored: Row; familiar: boolean }): void {
      if (!on) return
      const now = clock.now()
      const known = rows.get(who)
      const row = known === undefined || known.failures < stored.failures ? stored : known
      if (!familiar && row.failures >= maxInRow && now - row.lastAt < afterMaxMs)
        throw tooMany(row.lastAt + afterMaxMs - now)
      remember(rows, who, { failures: row.failures + 1, lastAt: now })
    },

    /** The password was right: both counts begin anew. */
    passed({ account, ipBucket, who }: { account: string; ipBucket: string; who: string }): void {
      pairs.delete(`${ipBucket} ${account}`)
      rows.delete(who)
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
