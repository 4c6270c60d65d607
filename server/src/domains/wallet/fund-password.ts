import { createHmac } from 'node:crypto'
import { fundPasswordLocks } from '@evenhand/protocol/fund-password.ts'
import type { Call } from '../../kernel/http.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isWeakFundPassword } from './fund-password.rules.ts'
import {
  claimFundTry,
  findFundPassword,
  forgiveFundTries,
  insertFundPassword,
  replaceFundPassword,
} from './fund-password.store.ts'
import { createTurns } from './turns.ts'
import type { ConfirmAsk, WalletEvent, WithdrawalsDeps } from './withdrawals.deps.ts'

const dayMs = 86_400_000
const badField = (field: string, reason: string): Error => refuse('dataIncomplete', { fields: [{ field, reason }] })

type Change = 'set' | 'changed' | 'reset' | 'locked'
type Keeping = {
  deps: WithdrawalsDeps
  /** What is hashed: tied to its customer, so that a hash that is copied to another row opens nothing there. */
  hashOf: (customerId: string, digits: string) => Promise<string>
  mustKnow: (call: Call, digits: string) => Promise<string>
  told: (call: Call, change: Change, until?: number) => void
}

/** Six digits that stand for the customer's own word where money leaves. Not a second factor: both are known, not had. */
export function createFundPassword(deps: WithdrawalsDeps) {
  const { db, clock, passwords, fundPepper, tell } = deps
  const turns = createTurns()
  const peppered = (customerId: string, digits: string): string =>
    createHmac('sha256', fundPepper).update(`${customerId} ${digits}`).digest('base64')
  const told: Keeping['told'] = (call, change, until) => {
    const event: WalletEvent = {
      accountId: call.session.accountId,
      template: 'fundpwd.changed',
      params: { change, ...(until === undefined ? {} : { until }) },
      ref: `${change} ${clock.now()}`,
    }
    tell([event])
    deps.warn(event, call)
  }

  async function verify(call: Call, digits: string): Promise<string> {
    const { customerId } = call.session
    const claimed = await claimFundTry(db, { customerId, now: clock.now() })
    if (claimed === undefined) {
      const stored = await findFundPassword(db, customerId)
      throw stored === undefined
        ? refuse('fundPasswordNotSet')
        : refuse('fundPasswordLocked', { until: stored.lockedUntil ?? clock.now() })
    }
    if (await passwords.verify(peppered(customerId, digits), claimed.hash)) {
      await forgiveFundTries(db, customerId)
      return claimed.hash
    }
    if (claimed.lockedUntil === undefined) throw refuse('fundPasswordWrong', { left: leftOf(claimed.wrong) })
    told(call, 'locked', claimed.lockedUntil)
    throw refuse('fundPasswordWrong', { left: 0 })
  }

  /**
   * Refuses 40015 where none is set, 40014 while it is locked, 40013 a wrong one; answers its hash. One customer's tries
   * come one after another, so that many right ones at once are not taken for guesses.
   */
  const mustKnow = (call: Call, digits: string): Promise<string> =>
    turns.take(call.session.customerId, () => verify(call, digits))
  const hashOf = (customerId: string, digits: string): Promise<string> => passwords.hash(peppered(customerId, digits))

  return {
    mustKnow,
    hashOf,
    changedAt: async (customerId: string) => (await findFundPassword(db, customerId))?.changedAt,
    status: (_ask: object, call: Call) => status(deps, call),
    ...keeping({ deps, hashOf, mustKnow, told }),
  }
}

async function status({ db, clock }: WithdrawalsDeps, { session: { customerId } }: Call) {
  const stored = await findFundPassword(db, customerId)
  const now = clock.now()
  const locked = stored?.lockedUntil !== undefined && stored.lockedUntil > now ? stored.lockedUntil : null
  const counts = stored?.wrongAt !== undefined && stored.wrongAt > now - dayMs ? stored.wrongInRow : 0
  return {
    set: stored !== undefined,
    changedAt: stored?.changedAt ?? null,
    left: locked === null ? leftOf(counts) : 0,
    lockedUntil: locked,
  }
}

/** Setting it first, changing it by the old one, and a new one where the old is lost. Each refuses what is easily guessed. */
function keeping({ deps, hashOf, mustKnow, told }: Keeping) {
  const { db, clock, mustConfirm } = deps
  async function mustBeGood(call: Call, field: string, digits: string): Promise<void> {
    if (isWeakFundPassword(digits, await deps.birthDateOf(call.session.customerId))) throw badField(field, 'weak')
  }
  return {
    async set({ fundPassword, ...confirm }: ConfirmAsk & { fundPassword: string }, call: Call) {
      const { customerId } = call.session
      await mustBeGood(call, 'fundPassword', fundPassword)
      if ((await findFundPassword(db, customerId)) !== undefined) throw badField('fundPassword', 'alreadySet')
      const hash = await hashOf(customerId, fundPassword)
      await mustConfirm({ ...confirm, customerId, scene: 'fundpwd', boundTo: '' }, call)
      if (!(await insertFundPassword(db, { customerId, hash, at: clock.now() })))
        throw badField('fundPassword', 'alreadySet')
      told(call, 'set')
      return {}
    },
    async change(ask: { old: string; new: string }, call: Call) {
      const { customerId } = call.session
      await mustBeGood(call, 'new', ask.new)
      const before = await mustKnow(call, ask.old)
      const hash = await hashOf(customerId, ask.new)
      if (!(await replaceFundPassword(db, { customerId, hash, before, at: clock.now() })))
        throw refuse('fundPasswordWrong', { left: leftOf(0) })
      told(call, 'changed')
      return {}
    },
    async reset({ new: wanted, ...confirm }: ConfirmAsk & { new: string }, call: Call) {
      const { customerId } = call.session
      await mustBeGood(call, 'new', wanted)
      if ((await findFundPassword(db, customerId)) === undefined) throw refuse('fundPasswordNotSet')
      const hash = await hashOf(customerId, wanted)
      await mustConfirm({ ...confirm, customerId, scene: 'fundpwd', boundTo: '', both: true }, call)
      await replaceFundPassword(db, { customerId, hash, at: clock.now() })
      told(call, 'reset')
      return {}
    },
  }
}

export type FundPasswords = ReturnType<typeof createFundPassword>

/** Wrong entries that are left before the next lock. */
function leftOf(wrong: number): number {
  const next = fundPasswordLocks.find((lock) => lock.wrong > wrong)
  return next === undefined ? 0 : next.wrong - wrong
}
