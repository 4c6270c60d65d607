import {
  safeguardBounds,
  limitNames,
  limitUnitOf,
  type setLimits,
  type LimitName,
} from '@evenhand/protocol/safeguards.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { changeLimit, limitText, limitUnits, limitWindows, wishInForce, wishLastsMs } from './limits.rules.ts'
import { holdSafeguards, keepLimit } from './limits.store.ts'
import { depositWindows } from './may-deposit.ts'
import type { SafeguardsDeps } from './safeguards.deps.ts'
import type { PlaySessions } from './play-sessions.ts'
import { signChange } from './signed-changes.ts'
import { readEligibilities } from './eligibility.store.ts'
import { runningPause, type CustomerLimit, type Eligibility } from './eligibility.ts'

export type LimitsDeps = Pick<SafeguardsDeps, 'db' | 'clock' | 'signer' | 'spent' | 'paidInSince' | 'realBalance'> & {
  playSessions: PlaySessions
  freshEligibility: (customerId: string) => Promise<Eligibility>
  changed: (customerId: string) => void
}
type LimitsResult = z.input<typeof setLimits.result>

/** Every limit with what counts against it on the real account, and a pause that runs. */
export async function readLimits(deps: LimitsDeps, { session }: Pick<Call, 'session'>): Promise<LimitsResult> {
  const eligibility = await deps.freshEligibility(session.customerId)
  const now = deps.clock.now()
  const used = await usedOf(deps, session)
  const limits = limitNames.map((name) => {
    const limit = eligibility.limits.find((one) => one.name === name) ?? none(name)
    const wish = wishInForce(limit, now)
    const text = (value: bigint | null | undefined): string | null =>
      value === null || value === undefined ? null : limitText(name, value)
    return {
      name,
      unit: limitUnitOf(name),
      value: text(limit.value),
      used: text(used.get(name)),
      wish: wish && { value: text(wish.value), from: wish.from, until: wish.from + wishLastsMs },
    }
  })
  return { limits, pause: runningPause(eligibility, now) }
}

const none = (name: LimitName): CustomerLimit => ({ name, value: null, wish: null })

/** What counts against each limit; a gain counts nothing. */
async function usedOf(deps: LimitsDeps, { customerId, accountId }: Call['session']): Promise<Map<LimitName, bigint>> {
  const now = deps.clock.now()
  const questions = limitWindows.map(({ what, ms }) => ({ what, since: ms === null ? 0 : now - ms }))
  const [sums, paidIn, balance, began] = await Promise.all([
    deps.spent({ accountId, mode: 'real', questions }),
    Promise.all(depositWindows.map(({ ms }) => deps.paidInSince({ customerId, since: now - ms }))),
    deps.realBalance(accountId),
    deps.playSessions.beganAt(customerId),
  ])
  const used = new Map<LimitName, bigint>(
    limitWindows.map(({ name }, index) => {
      const sum = sums[index] ?? 0n
      return [name, sum < 0n ? 0n : sum]
    }),
  )
  depositWindows.forEach(({ name }, index) => used.set(name, paidIn[index] ?? 0n))
  used.set('maxBalance', balance)
  used.set('sessionMinutes', BigInt(Math.floor((now - began) / 60_000)))
  return used
}

/**
 * Sets limits: tighter at once, looser as a wish. All of a request or none of it: refuses 40003 a confirmation that comes
 * too early or without a wish, 10016 an amount beyond all bounds.
 */
export async function changeLimits(
  deps: LimitsDeps,
  { confirm = false, ...requested }: z.output<typeof setLimits.request>,
  call: Pick<Call, 'session'>,
): Promise<LimitsResult> {
  const { customerId } = call.session
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await holdSafeguards(tx, customerId)
    const held = (await readEligibilities(tx, [customerId])).get(customerId)?.limits ?? []
    for (const name of limitNames) {
      const value = requested[name]
      if (value === undefined) continue
      const wanted = value === null ? null : limitUnits(name, value)
      if (wanted !== null && limitUnitOf(name) === 'USDT' && wanted > maxMoney)
        throw refuse('amountWrong', { max: limitText(name, maxMoney) })
      const change = changeLimit(held.find((one) => one.name === name) ?? none(name), { wanted, confirm, now })
      if ('waits' in change)
        throw refuse('coolingOff', { limit: name, ...(change.waits === null ? {} : { until: change.waits }) })
      await keepLimit(tx, { customerId, limit: change.limit, now })
    }
    for (const name of limitNames)
      if (requested[name] !== undefined)
        await signChange({ tx, signer: deps.signer }, { customerId, subject: `limit ${name}`, now })
  })
  deps.changed(customerId)
  return readLimits(deps, call)
}

const maxMoney = BigInt(safeguardBounds.money) * 1_000_000n
