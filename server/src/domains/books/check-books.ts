import { auditLog, auditTicks } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { addCheck, dropMinutes, lastChecks, newestRecords, type Check } from './books.store.ts'
import { headsIn } from './head-files.ts'
import { auditNumbered } from './numbered-records.ts'
import { actRows } from './operator-acts.ts'
import { auditListings } from './public-listings.ts'
import { replaySettlements } from './replay-settlements.ts'
import { auditConversionTicks, conversionRows } from './sealed-conversions.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** A settlement is visible this long after its time at the latest: statements end within half of it. */
const visibleMs = 60_000
/** How many minutes of ticks the daily check hashes again; all of them would be a minute of one core. */
const minutesChecked = 120
const listingsChecked = 500
const findingsKept = 100
const headDaysChecked = 31

/** The checks that the books make of themselves. Each result is kept, and told when something differs. */
export function createChecks(deps: BooksDeps) {
  const { clock, log, db } = deps

  const keep = async (
    kind: Check['kind'],
    run: () => Promise<Pick<Check, 'compared' | 'findings'>>,
  ): Promise<Check> => {
    const begun = clock.monotonic()
    const { compared, findings } = await run()
    const tookMs = Math.round(clock.monotonic() - begun)
    const check: Check = {
      kind,
      at: clock.now(),
      ok: findings.length === 0,
      compared,
      findings: findings.slice(0, findingsKept),
      tookMs,
    }
    await addCheck(db, check)
    if (!check.ok) log.error({ check: kind, findings: check.findings }, 'the books differ from their record')
    return check
  }

  /** Decides the orders settled in a span once more, as far as their ticks are kept. */
  const replay = (span: { from: number; to: number }): Promise<Check> =>
    keep('settlements', async () =>
      replaySettlements(deps, { ...span, oldest: (await deps.markets.oldestMinute()) * minuteMs }),
    )

  /** Computes the log again and holds it against the heads in the folders outside the database. */
  const audit = (): Promise<Check> =>
    keep('log', async () => {
      const outside = deps.headDirs.flatMap((dir) => headsIn(dir, headDaysChecked))
      const once = new Map(outside.map((head) => [head.signature, head]))
      const { size, findings } = await auditLog(deps, [...once.values()])
      const minutes = await newestRecords(db, { type: 'ticks', limit: minutesChecked })
      const listings = await newestRecords(db, { type: 'listings', limit: listingsChecked })
      const [act] = await newestRecords(db, { type: 'acts', limit: 1 })
      const [conversion] = await newestRecords(db, { type: 'conversions', limit: 1 })
      return {
        compared: size,
        findings: [
          ...findings,
          ...(await auditTicks(deps, minutes)),
          ...(await auditListings(deps, listings)),
          ...(await auditNumbered(deps, actRows(deps), act?.source ?? 0n)),
          ...(await auditNumbered(deps, conversionRows(deps), conversion?.source ?? 0n)),
          ...(await auditConversionTicks(deps, conversion?.source ?? 0n)),
        ],
      }
    })

  return {
    replay,
    audit,
    /** Replays what was settled since the last time, hourly; checks the log daily; lets go of what has lost its ticks. */
    async run(): Promise<void> {
      const now = clock.now()
      const last = new Map((await lastChecks(db)).map(({ kind, at }) => [kind, at]))
      const replayed = last.get('settlements') ?? visibleMs
      if (now - replayed >= hourMs) await replay({ from: replayed - visibleMs, to: now - visibleMs })
      if (now - (last.get('log') ?? 0) >= dayMs) await audit()
      await dropMinutes(db, await deps.markets.oldestMinute())
    },
  }
}
