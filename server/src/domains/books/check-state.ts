import { utcText } from '@evenhand/proofs/utc.ts'
import { checkEveryMs } from '../ledger/index.ts'
import type { BooksDeps } from './books.deps.ts'
import { newestHeads, type Check } from './books.store.ts'
import type { LogStatus } from './seal-log.ts'
import { lastChecks } from './signed-checks.ts'
import { dayMs, hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

/** How often each check runs. */
export const checkPeriods = { log: dayMs, causes: dayMs, settlements: hourMs } as const satisfies Record<
  Check['kind'],
  number
>
/** A check counts as long as its period and so much more, which a long run or a restart may take. */
const graceOf = (period: number): number => period + Math.max(10 * minuteMs, period / 10)
/** Heads are signed every minute; sealing that is this late has stopped. */
export const behindMs = 5 * minuteMs

/** What is sealed now: `behind` when nothing was for too long, `broken` when nothing can be until an operator acts. */
export type Sealing = {
  readonly state: 'ok' | 'behind' | 'broken'
  readonly why: string | null
  readonly at: number | null
  readonly size: number
}

/** Whether sealing goes on, from what this process knows and the newest head it signed. */
export function sealingState(status: LogStatus, now: number): Sealing {
  const { broken, failed, head, waitsSince } = status
  const params = { at: head?.time ?? null, size: head?.size ?? 0 }
  if (broken !== null) return { state: 'broken', why: broken, ...params }
  if (head === undefined || now - head.time > behindMs)
    return { state: 'behind', why: failed ?? 'no head has been signed since', ...params }
  if (waitsSince !== null && now - waitsSince > behindMs)
    return { state: 'behind', why: `entries wait for a transaction that was open at ${utcText(waitsSince)}`, ...params }
  return { state: 'ok', why: null, ...params }
}

/** A result as it is published: `ok` only while it is right and its time has not run out. */
export type CheckState = Omit<Check, 'kind' | 'at'> & {
  kind: Check['kind'] | 'ledger' | 'sealing' | 'liabilities'
  at: number | null
  state: 'ok' | 'failed' | 'stale'
}

function checkStateOf(params: Omit<CheckState, 'state'>, { now, period }: { now: number; period: number }): CheckState {
  const stale = params.at === null || now - params.at > graceOf(period)
  return { ...params, ok: params.ok && !stale, state: stale ? 'stale' : params.ok ? 'ok' : 'failed' }
}

/**
 * The last result of every check with the time it was made. One that was not made again in time is stale, whatever its result:
 * an old "ok" never stands for the present.
 */
export async function checkStates(deps: BooksDeps, status: LogStatus): Promise<CheckState[]> {
  const { db, ledger, clock } = deps
  const now = clock.now()
  const last = new Map((await lastChecks(deps)).map((check) => [check.kind, check]))
  const none = { at: null, ok: false, compared: 0, findings: [], tookMs: 0 }
  const kept = (['log', 'causes', 'settlements'] as const).map((kind) =>
    checkStateOf({ ...(last.get(kind) ?? none), kind }, { now, period: checkPeriods[kind] }),
  )
  const added = await ledger.lastCheck()
  const broken = added.findings.filter(({ ok }) => !ok)
  const findings = broken.flatMap(({ statement, detail }) => detail.map((found) => ({ at: statement, found })))
  const params = { kind: 'ledger', at: added.at, ok: added.ok === true, compared: added.findings.length } as const
  const [head] = await newestHeads(db, 1)
  const sealing = sealingState({ ...status, head: status.head ?? head }, now)
  const why = sealing.why === null ? [] : [{ at: `record ${sealing.size}`, found: sealing.why }]
  return [
    ...kept,
    checkStateOf({ ...params, findings, tookMs: added.tookMs }, { now, period: checkEveryMs }),
    checkStateOf(
      { kind: 'sealing', at: sealing.at, ok: sealing.state === 'ok', compared: sealing.size, findings: why, tookMs: 0 },
      { now, period: minuteMs },
    ),
    ...(await liabilitiesState(deps, now)),
  ]
}

/** Whether liabilities are stated in their time; nothing where the house states none. */
async function liabilitiesState({ liabilities }: BooksDeps, now: number): Promise<CheckState[]> {
  if (liabilities === undefined) return []
  const newest = await liabilities.newest()
  const ok = newest !== undefined && now - newest.nextAt < hourMs
  const { at = null, leaves = 0 } = newest?.statement ?? {}
  return [{ kind: 'liabilities', at, ok, state: ok ? 'ok' : 'stale', compared: leaves, findings: [], tookMs: 0 }]
}
