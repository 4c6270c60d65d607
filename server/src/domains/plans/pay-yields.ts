import { apart } from '../../kernel/concurrency/apart.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { endedNotice } from './plan-notices.ts'
import type { PlansDb, PlansDeps } from './plans.deps.ts'
import { duePositions, oldestDue, payDue, positionsOf, type DueYields, type PaidYields } from './plans.store.ts'

/** How long, in milliseconds, the oldest yield that is due waits at a time; 0 where none is. */
export async function yieldsLag(db: PlansDb, now: number): Promise<number> {
  const oldest = await oldestDue(db)
  return oldest === undefined ? 0 : Math.max(0, now - oldest)
}

/**
 * Yields that are paid in one transaction: few enough that orders beside a payday wait little. With 100 a payday takes half
 * as long again, and orders wait no less.
 */
const batch = 300

/** How many such transactions run at once: one writes positions and entries while another has the balance of the reserve. */
const lanes = 2

/**
 * Pays every yield that is due, the oldest first and a day of a position at a time, in transactions of a bounded number; with
 * the last one of a position its principal returns. A position whose yield cannot be paid stops no other. Whatever a round
 * leaves, because it failed or was killed, the next one finds. Any number of processes may pay at once. Returns how many
 * yields were paid; throws at the end where one of them could not be.
 */
export async function payYields(deps: PlansDeps): Promise<number> {
  const failed: Failed = new Map()
  const lanesDone = await Promise.allSettled(Array.from({ length: lanes }, () => payInBatches(deps, failed)))
  const sum = lanesDone.reduce((paid, lane) => {
    if (lane.status === 'rejected') throw lane.reason
    return paid + lane.value
  }, 0)
  throwFirst(failed)
  return sum
}

/** Positions whose yields could not be paid in this round, and why. */
type Failed = Map<string, unknown>

function throwFirst(failed: Failed): void {
  for (const cause of failed.values()) throw cause
}

/** Before any yield is due. */
const beginning = dateOf(0)

async function payInBatches(deps: PlansDeps, failed: Failed): Promise<number> {
  let sum = 0
  let from = beginning
  for (;;) {
    const next = { from, now: deps.clock.now(), limit: batch }
    const before = failed.size
    const { paid, lastDue } = await payBatch(deps, next).catch(() => payApart(deps, next, failed))
    sum += paid
    if (paid === 0 && failed.size === before && from === beginning) return sum
    // At the end once more from the beginning: what another call had locked then was left behind.
    from = lastDue ?? beginning
  }
}

type Paid = Pick<PaidYields, 'paid' | 'lastDue'>

async function payBatch(deps: PlansDeps, due: Parameters<typeof payDue>[1]): Promise<Paid> {
  const { paid, accounts, lastDue } = await deps.db.transaction().execute(async (tx) => {
    const result = await payDue(tx, due)
    if (result.ended.length > 0) await deps.enqueueNotices(tx, (await positionsOf(tx, result)).map(endedNotice))
    return result
  })
  if (paid > 0) deps.moved([...new Set(accounts)])
  return { paid, lastDue }
}

/** Pays those of a batch that failed which can be paid: its halves, and halves of a half that fails. */
async function payApart(deps: PlansDeps, next: DueYields, failed: Failed): Promise<Paid> {
  const due = await duePositions(deps.db, { ...next, except: [...failed.keys()] })
  const paid = await apart(due, {
    run: async (some) => [await payBatch(deps, { ...next, only: some.map(({ id }) => id) })],
    failed({ id }, cause) {
      failed.set(id, cause)
      deps.log.error({ position: id, cause: String(cause) }, 'a yield could not be paid')
    },
  })
  const sum = paid.reduce((all, one) => all + one.paid, 0)
  // What no position of a whole batch could be paid for is no fault of a position: the others are not tried.
  if (sum === 0 && due.length === next.limit && due.every(({ id }) => failed.has(id))) throwFirst(failed)
  return { paid: sum, lastDue: due.at(-1)?.due ?? null }
}
