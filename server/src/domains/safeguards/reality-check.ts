import { formatUnits } from '@evenhand/protocol/money.ts'
import { safeguardBounds, type getRealityCheck } from '@evenhand/protocol/safeguards.ts'
import * as z from 'zod/mini'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { invariant } from '../../kernel/http/refusal.ts'
import type { SafeguardsDeps, Trades } from './safeguards.deps.ts'
import type { PlaySessions } from './play-sessions.ts'

type Deps = Pick<SafeguardsDeps, 'db' | 'clock' | 'tradesSince'> & { playSessions: PlaySessions }
type RealityCheck = z.input<typeof getRealityCheck.result>
const [minMin, maxMin] = safeguardBounds.realityCheckMin

const viewTrades = ({ buys, sells, profitLoss, open }: Trades) => ({
  buys,
  sells,
  profitLoss: formatUnits(profitLoss, 6),
  openPositions: open,
})

/** How long the customer has been here without a pause and what came of it; due once in the minutes that were chosen. */
export async function readReality(deps: Deps, { session }: Call): Promise<RealityCheck> {
  const { customerId, accountId } = session
  const now = deps.clock.now()
  const since = await deps.playSessions.beganAt(customerId)
  const [settings, trades] = await Promise.all([readSettings(deps, customerId), deps.tradesSince({ accountId, since })])
  const { everyMin, seenAt } = settings
  return {
    since,
    sinceLastPause: Math.floor((now - since) / 60_000),
    everyMin,
    due: now - Math.max(since, seenAt) >= everyMin * 60_000,
    real: viewTrades(trades.real),
    virtual: viewTrades(trades.virtual),
  }
}

/** Notes that the customer has seen it. */
export async function seeReality(deps: Deps, call: Call): Promise<RealityCheck> {
  const seenAt = dateOf(deps.clock.now())
  await sql`insert into safeguards.customers (customer_id, reality_seen_at) values (${call.session.customerId}, ${seenAt})
    on conflict (customer_id) do update set reality_seen_at = excluded.reality_seen_at`.execute(deps.db)
  return readReality(deps, call)
}

/** Minutes between two reality checks that a customer chose, and when the last one was, epoch ms. */
export async function readSettings({ db }: Pick<Deps, 'db'>, customerId: string) {
  const { rows } = await sql<{ reality_every: number; reality_seen_at: Date | null }>`
    select reality_every, reality_seen_at from safeguards.customers where customer_id = ${customerId}`.execute(db)
  const [row] = rows
  return {
    everyMin: row?.reality_every ?? maxMin,
    seenAt: row?.reality_seen_at == null ? 0 : msOf(row.reality_seen_at),
  }
}

/** Chooses every how many minutes; a setting of the profile, whose shape is checked where it comes in. */
export async function chooseEvery(
  { db }: Pick<Deps, 'db'>,
  params: { customerId: string; minutes: number },
): Promise<void> {
  invariant(params.minutes >= minMin && params.minutes <= maxMin, 'a reality check comes every 15 to 60 minutes')
  await sql`insert into safeguards.customers (customer_id, reality_every) values (${params.customerId}, ${params.minutes})
    on conflict (customer_id) do update set reality_every = excluded.reality_every`.execute(db)
}
