import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { signChange } from './signed-changes.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'

type Deps = Pick<SafeguardsDeps, 'db' | 'clock' | 'signer'> & { changed: (customerId: string) => void }
type Taking = { kind: 'TIMEOUT'; days: number } | { kind: 'SELF_EXCLUSION'; months: number }

/**
 * A pause from now on, which cannot be ended early; of several the one that ends last counts. It stops new orders and nothing
 * else: what is open settles or is sold, and money leaves as ever. Months are those of the calendar, in UTC.
 */
export async function takePause(deps: Deps, taking: Taking, { session }: Call): Promise<{ until: number }> {
  const { customerId } = session
  const now = deps.clock.now()
  const id = uuidV7(now)
  const until = await deps.db.transaction().execute(async (tx) => {
    const end = await insertPause(tx, { id, customerId, taking, now })
    await signChange({ tx, signer: deps.signer }, { customerId, subject: `pause ${id}`, now })
    return end
  })
  deps.changed(customerId)
  return { until }
}

/** Taken twice within this, as by two taps, it is one pause. */
const samePauseMs = 60_000

/** Keeps a pause; returns when the customer's pauses end, epoch ms. */
async function insertPause(
  db: Db<'safeguards'>,
  { id, customerId, taking, now }: { id: string; customerId: string; taking: Taking; now: number },
): Promise<number> {
  const from = dateOf(now)
  const days = taking.kind === 'TIMEOUT' ? taking.days : 0
  const months = taking.kind === 'SELF_EXCLUSION' ? taking.months : 0
  const { rows } = await sql<{ until: Date }>`
    with requested as (select ${from}::timestamptz + make_interval(months => ${months}::int, days => ${days}::int) as until_at),
    known as (select max(until_at) as until_at from safeguards.pauses where customer_id = ${customerId}),
    taken as (
      insert into safeguards.pauses (id, customer_id, kind, from_at, until_at)
      select ${id}, ${customerId}, ${taking.kind}, ${from}, requested.until_at from requested, known
      where known.until_at is null or requested.until_at - known.until_at > make_interval(secs => ${samePauseMs / 1000})
      returning until_at)
    select coalesce((select until_at from taken), known.until_at) as until from known`.execute(db)
  return rows[0] === undefined ? now : msOf(rows[0].until)
}
