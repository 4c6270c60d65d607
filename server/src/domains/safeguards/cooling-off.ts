import type { acknowledgeRisk } from '@evenhand/protocol/safeguards.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { confirmRisk, forgetRisk, showRisk } from './cooling-off.store.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'
import { signChange } from './signed-changes.ts'
import type { RiskAck } from './eligibility.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export const coolingOffMs = dayMs
type CoolingOff = z.output<typeof acknowledgeRisk.result>

/** How far a customer is with thinking a product over. It is not over by itself: going on has to be confirmed. */
export function coolingOffOf(ack: RiskAck | undefined, now: number): CoolingOff {
  if (ack === undefined) return { status: 'NONE', until: null }
  const until = ack.shownAt + coolingOffMs
  if (ack.confirmedAt !== null) return { status: 'CONFIRMED', until }
  return { status: now < until ? 'RUNNING' : 'READY', until }
}

type Deps = Pick<SafeguardsDeps, 'db' | 'clock' | 'signer' | 'mustBeOffered'> & {
  changed: (customerId: string) => void
}

/**
 * Notes that the warning was shown, from which 24 hours run; a second showing starts nothing anew. `confirm: true` goes
 * on and refuses 40003 before the day is over or begun; `confirm: false` leaves, and the next showing begins a new day.
 */
export async function acknowledge(
  deps: Deps,
  { product, confirm }: z.output<typeof acknowledgeRisk.request>,
  { session, ip }: Call,
): Promise<CoolingOff> {
  const { db, clock } = deps
  deps.mustBeOffered({ product, mode: 'real', country: session.country, ip })
  const { customerId } = session
  const now = clock.now()
  const ack = await db.transaction().execute(async (tx) => {
    const changed = await change(tx, { customerId, product, confirm, now })
    await signChange({ tx, signer: deps.signer }, { customerId, subject: `risk ${product}`, now })
    return changed
  })
  deps.changed(customerId)
  const state = coolingOffOf(ack, now)
  if (confirm === true && state.status !== 'CONFIRMED')
    throw refuse('coolingOff', { product, ...(state.until === null ? {} : { until: state.until }) })
  return state
}

type Changing = { customerId: string; product: string; confirm: boolean | undefined; now: number }

async function change(tx: SafeguardsDeps['db'], { confirm, ...params }: Changing): Promise<RiskAck | undefined> {
  if (confirm === true) return confirmRisk(tx, { ...params, shownBefore: params.now - coolingOffMs })
  if (confirm === undefined) return showRisk(tx, params)
  await forgetRisk(tx, params)
  return undefined
}
