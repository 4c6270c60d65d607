import { auditBatches, auditOpenOrders } from './audit-batches.ts'
import { auditContractRecords } from './audit-contract-records.ts'
import { auditEntries } from './audit-entries.ts'
import { auditFigures } from './audit-figures.ts'
import { auditHeads, auditTypes } from './audit-heads.ts'
import type { Progress } from '../../kernel/jobs/verification.ts'
import { auditLog, auditTicks, type AuditFinding } from './audit-log.ts'
import type { BooksDeps } from './books.deps.ts'
import { dropMinutes, logEnd, newestRecords, type Check } from './books.store.ts'
import { checkPeriods } from './check-state.ts'
import { headsIn } from './head-files.ts'
import { auditNumbered } from './numbered-records.ts'
import { auditEntryRows } from './operator-audit-entries.ts'
import { auditListings } from './public-listings.ts'
import { replayContracts } from './replay-contracts.ts'
import { replaySettlements } from './replay-settlements.ts'
import { auditConversionTicks, conversionRows } from './sealed-conversions.ts'
import { auditCollectibles, collectibleRows } from './sealed-collectibles.ts'
import { auditSafeguards, safeguardRows } from './sealed-customer-limits.ts'
import { liabilityRows } from './sealed-liabilities.ts'
import { auditChecks, keepCheck, lastChecks } from './signed-checks.ts'
import { hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** A settlement is visible this long after its time at the latest: statements end within half of it. */
const visibleMs = 60_000
/** How many minutes of ticks the daily check hashes again; all of them would be a minute of one core. */
const minutesChecked = 120
const listingsChecked = 500
const findingsKept = 100
const headDaysChecked = 31

type Part = readonly [name: string, run: () => Promise<readonly AuditFinding[]>]

/** Runs the parts of a check one after the other; one that cannot read its rows is a finding, and the rest still run. */
async function findingsOf(parts: readonly Part[]): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (const [name, run] of parts) {
    try {
      findings.push(...(await run()))
    } catch (cause) {
      findings.push({ at: name, found: `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` })
    }
  }
  return findings
}

type Compared = Pick<Check, 'compared' | 'findings'>

/** Everything that is sealed against its rows, and the log against its heads; `progress` states how far it is. */
async function auditAll(deps: BooksDeps, progress: Progress): Promise<Pick<Check, 'compared' | 'findings'>> {
  const { db } = deps
  // The files first: a head is in the database before it is in them.
  const outside = [
    ...new Map(
      deps.headDirs.flatMap((dir) => headsIn(dir, headDaysChecked)).map((head) => [head.signature, head]),
    ).values(),
  ]
  const ends = await logEnd(db)
  progress.total = ends.size + Number(ends.entries)
  let known = outside
  let size = 0
  const findings = await findingsOf([
    [
      'heads',
      async () => {
        const { heads, findings: found } = await auditHeads(deps, outside)
        known = [...new Map([...outside, ...heads].map((head) => [head.signature, head])).values()]
        return found
      },
    ],
    [
      'records',
      async () => {
        const audited = await auditLog(deps, known, progress)
        size = audited.size
        return audited.findings
      },
    ],
    ['types', () => auditTypes(deps)],
    ['checks', () => auditChecks(deps)],
    ['figures', () => auditFigures(deps)],
    ['entries', () => auditEntries(deps, progress)],
    [
      'batches',
      () =>
        auditBatches(deps, {
          type: 'receipts',
          name: 'batch',
          read: (page) => deps.options.batchesToSeal(page),
        }),
    ],
    ['records of contracts', () => auditContractRecords(deps)],
    ['open orders', () => auditOpenOrders(deps)],
    ['ticks', async () => auditTicks(deps, await newestRecords(db, { type: 'ticks', limit: minutesChecked }))],
    [
      'listings',
      async () => auditListings(deps, await newestRecords(db, { type: 'listings', limit: listingsChecked })),
    ],
    ['acts', () => auditNumbered(deps, auditEntryRows(deps), ends.acts)],
    ['conversions', () => auditNumbered(deps, conversionRows(deps), ends.conversions)],
    ['safeguards', () => auditNumbered(deps, safeguardRows(deps), ends.safeguards)],
    ['signatures of safeguards', () => auditSafeguards(deps)],
    ['collectibles', () => auditNumbered(deps, collectibleRows(deps), ends.collectibles)],
    ['auctions', () => auditCollectibles(deps)],
    ['liabilities', () => auditNumbered(deps, liabilityRows(deps), ends.liabilities)],
    ['trees of liabilities', async () => (await deps.liabilities?.audit()) ?? []],
    ['ticks of conversions', () => auditConversionTicks(deps, ends.conversions)],
  ])
  return { compared: size, findings }
}

type Span = { readonly from: number; readonly to: number }

/** The settled orders of a span decided once more, and its contracts computed again; what cannot be read is a finding. */
async function replayAll(deps: BooksDeps, span: Span): Promise<Compared> {
  const kept = { ...span, oldest: (await deps.markets.oldestMinute()) * minuteMs }
  const orders = await replaySettlements(deps, kept)
  let compared = orders.compared
  const findings = await findingsOf([
    [
      'contracts',
      async () => {
        // Before the first whole minute of a record there is no hour since 1970 to be read.
        if (kept.oldest === 0) return []
        const contracts = await replayContracts(deps, kept)
        compared += contracts.compared
        return contracts.findings
      },
    ],
  ])
  return { compared, findings: [...orders.findings, ...findings] }
}

/** The checks that the books make of themselves. Each result is kept, and logged when something differs. */
export function createChecks(deps: BooksDeps) {
  const { clock, log, db } = deps

  const keep = async (kind: Check['kind'], run: () => Promise<Compared>): Promise<Check> => {
    // The next span begins where this one ended, however long the run takes.
    const at = clock.now()
    const begun = clock.monotonic()
    const { compared, findings } = await run()
    const tookMs = Math.round(clock.monotonic() - begun)
    const check: Check = {
      kind,
      at,
      ok: findings.length === 0,
      compared,
      findings: findings.slice(0, findingsKept),
      tookMs,
    }
    await keepCheck(deps, check)
    if (!check.ok) log.error({ check: kind, findings: check.findings }, 'the books differ from their record')
    return check
  }

  /** Decides the orders settled in a span once more, and computes contracts again, as far as their ticks are kept. */
  const replay = (span: Span): Promise<Check> => keep('settlements', () => replayAll(deps, span))

  /** Computes the log again and holds it against the heads in the folders outside the database. */
  const audit = (progress: Progress = { done: 0, total: 0 }): Promise<Check> =>
    keep('log', () => auditAll(deps, progress))

  /** Compares every entry and every hold with what requested it. */
  const auditCauses = (): Promise<Check> =>
    keep('causes', async () => {
      let compared = 0
      const findings = await findingsOf([
        [
          'causes',
          async () => {
            const audited = await deps.ledger.auditCauses()
            compared = audited.compared
            return audited.findings
          },
        ],
      ])
      return { compared, findings }
    })

  return {
    replay,
    audit,
    auditCauses,
    /**
     * Replays what was settled since the last time, hourly; checks log and causes daily, and hourly while something is
     * wrong; lets go of what has lost its ticks.
     */
    async run(): Promise<void> {
      const now = clock.now()
      const last = new Map((await lastChecks(deps)).map((check) => [check.kind, check]))
      const isDue = (kind: Check['kind']): boolean => {
        const { at = 0, ok = true } = last.get(kind) ?? {}
        return now - at >= (ok ? checkPeriods[kind] : hourMs)
      }
      const replayed = last.get('settlements')?.at ?? visibleMs
      if (isDue('settlements')) await replay({ from: replayed - visibleMs, to: now - visibleMs })
      if (isDue('log')) await audit()
      if (isDue('causes')) await auditCauses()
      await dropMinutes(db, await deps.markets.oldestMinute())
    },
  }
}
