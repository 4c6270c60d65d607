import { entryDelayMs, entryLimitMs } from '@evenhand/proofs/settle.ts'
import type { Known } from './decide-orders.ts'
import { decideOrders, latenessMs } from './decide-orders.ts'
import { products } from './options.rules.ts'
import { ordersAcceptedIn } from './options.store.ts'
import type { OptionsDeps } from './options.deps.ts'
import { writeDecided, type JustSettled } from './settle-options.ts'

/** The last gap in an instrument's ticks that was wide enough to leave an order without an entry. */
type Seen = { last: number; gapFrom: number; gapTo: number }

/**
 * Watches for instruments that had no tick for so long that an order may have none to enter at. Nothing of a healthy
 * feed is read from the database: only acceptance times beside a gap are.
 */
export function watchEntries(deps: OptionsDeps, known: Known) {
  const seen = new Map<string, Seen>()
  let checkedTo = deps.clock.now() - entryLimitMs - latenessMs

  const note = (): void => {
    for (const { code } of known.markets.instruments()) {
      const latest = known.markets.latest(code)?.ts
      if (latest === undefined) continue
      const was = seen.get(code)
      if (was === undefined) seen.set(code, { last: latest, gapFrom: 0, gapTo: 0 })
      else if (latest > was.last)
        seen.set(
          code,
          latest - was.last > 3_000 ? { last: latest, gapFrom: was.last, gapTo: latest } : { ...was, last: latest },
        )
    }
  }

  const suspects = (from: number, to: number): number[] =>
    known.markets.instruments().flatMap((instrument) => {
      const was = seen.get(instrument.code)
      if (was === undefined) return []
      const silent = was.last < to + entryDelayMs
      const gap = was.gapFrom < to + entryDelayMs && was.gapTo > from + entryLimitMs
      return silent || gap ? [instrument.id] : []
    })

  return {
    /** Takes the newest ticks into account; called before every sweep. */
    note,
    /** Voids orders of the last slice of time that have no entry tick and can get none any more. */
    async sweep(): Promise<JustSettled[]> {
      const to = deps.clock.now() - entryLimitMs - latenessMs
      const from = checkedTo
      if (to <= from) return []
      const instrumentIds = suspects(from, to)
      const done = instrumentIds.length === 0 ? [] : await voidIn(deps, { ...known, from, to, instrumentIds })
      // Only now: a slice that failed because the database was away is swept again.
      checkedTo = to
      return done
    },
    /** At start: everything accepted in the last minute before the server went, on every instrument. */
    async recover(lastAcceptedAt: number): Promise<JustSettled[]> {
      return voidIn(deps, { ...known, from: lastAcceptedAt - 60_000, to: checkedTo, instrumentIds: undefined })
    },
  }
}

type Slice = Known & { from: number; to: number; instrumentIds: readonly number[] | undefined }

async function voidIn(deps: OptionsDeps, slice: Slice): Promise<JustSettled[]> {
  const limitTimes = products.map((one) => one.limitTime)
  const orders = await ordersAcceptedIn(deps.db, { ...slice, limitTimes })
  const decided = await decideOrders(orders, { ...slice, now: deps.clock.now() })
  return writeDecided(
    deps,
    decided.filter(({ settlement }) => settlement.voidReason === 'NO_ENTRY_TICK'),
  )
}
