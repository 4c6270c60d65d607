import { createHmac } from 'node:crypto'
import { fundPasswordLocks } from '@evenhand/protocol/fund-password.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { refuse } from '../../../kernel/http/refusal.ts'
import type { JobSpec } from '../../../kernel/module/module.ts'
import { isWeakFundPassword } from './fund-password.rules.ts'
import {
  claimFundTry,
  findFundPassword,
  forgiveFundTries,
  insertFundPassword,
  replaceFundPassword,
  type AuthDb,
} from './fund-password.store.ts'
import { createKeyedMutex } from '../../../kernel/concurrency/keyed-mutex.ts'
import type { NotificationOf } from '../../notices/index.ts'
import type { StepUpRequest, FundPasswordDeps } from './fund-password.deps.ts'
import { createFundReset } from './fund-reset.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const badField = (field: string, reason: string): Error => refuse('dataIncomplete', { fields: [{ field, reason }] })

type Change = 'set' | 'changed' | 'reset'
type Keeping = {
  deps: FundPasswordDeps
  /** What is hashed: tied to its customer, so that a hash that is copied to another row opens nothing there. */
  hashOf: (customerId: string, digits: string) => Promise<string>
  mustKnow: (call: Call, digits: string) => Promise<string>
  /** Does what changes it, with its notice and its mail in the same transaction. */
  changing: (call: Call, change: Change, work: (tx: AuthDb, at: number) => Promise<void>) => Promise<void>
}

/** Six digits that stand for the customer's own word where money leaves. Not a second factor: both are known, not had. */
export function createFundPasswords(deps: FundPasswordDeps) {
  const { db, clock, passwords, fundPepper } = deps
  const mutex = createKeyedMutex()
  const peppered = (customerId: string, digits: string): string =>
    createHmac('sha256', fundPepper).update(`${customerId} ${digits}`).digest('base64')
  const publish = async (tx: AuthDb, event: Pick<NotificationOf<'fundpwd.changed'>, 'params' | 'ref'>, call: Call) => {
    const notice = { accountId: call.session.accountId, template: 'fundpwd.changed', ...event } as const
    await deps.enqueueNotices(tx, [notice])
    await deps.warn(tx, notice, call)
  }
  const changing: Keeping['changing'] = async (call, change, work) => {
    const at = clock.now()
    await db.transaction().execute(async (tx) => {
      await work(tx, at)
      await publish(tx, { params: { change }, ref: `${change} ${at}` }, call)
    })
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
    // That a try was wrong is known after it was counted: the account is locked by then, and this response alone reports it.
    const until = claimed.lockedUntil
    const event = { params: { change: 'locked', until }, ref: `locked ${until}` } as const
    await db.transaction().execute((tx) => publish(tx, event, call))
    throw refuse('fundPasswordWrong', { left: 0 })
  }

  /**
   * Refuses 40015 where none is set, 40014 while it is locked, 40013 a wrong one; returns its hash. One customer's tries
   * come one after another, so that many right ones at once are not taken for guesses.
   */
  const mustKnow = (call: Call, digits: string): Promise<string> =>
    mutex.run(call.session.customerId, () => verify(call, digits))
  const hashOf = (customerId: string, digits: string): Promise<string> => passwords.hash(peppered(customerId, digits))

  const resets = createFundReset({ ...deps, hashOf })
  return {
    mustKnow,
    /** A new one for who has lost the old one and has no second factor. */
    resets,
    /** Erases four times a minute the pictures whose time is over. */
    jobs: [
      { name: 'forget pictures of fund passwords', everyMs: 15_000, run: resets.forgetPictures, byClock: true },
    ] as readonly JobSpec[],
    /** When what protects the account, the fund password included, was last changed; epoch ms, undefined for never. */
    async protectionChangedAt(customerId: string): Promise<number | undefined> {
      const [security, stored] = await Promise.all([
        deps.securityChangedAt(customerId),
        findFundPassword(db, customerId),
      ])
      const known = [security, stored?.changedAt].filter((at) => at !== undefined)
      return known.length === 0 ? undefined : Math.max(...known)
    },
    status: (_request: object, call: Call) => status(deps, call),
    ...keeping({ deps, hashOf, mustKnow, changing }),
  }
}

async function status({ db, clock }: FundPasswordDeps, { session: { customerId } }: Call) {
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
function keeping({ deps, hashOf, mustKnow, changing }: Keeping) {
  const { db, requireStepUp } = deps
  async function mustBeGood(call: Call, field: string, digits: string): Promise<void> {
    if (isWeakFundPassword(digits, await deps.birthDateOf(call.session.customerId))) throw badField(field, 'weak')
  }
  return {
    async set({ fundPassword, ...confirm }: StepUpRequest & { fundPassword: string }, call: Call) {
      const { customerId } = call.session
      await mustBeGood(call, 'fundPassword', fundPassword)
      if ((await findFundPassword(db, customerId)) !== undefined) throw badField('fundPassword', 'alreadySet')
      const hash = await hashOf(customerId, fundPassword)
      await requireStepUp({ ...confirm, customerId, scene: 'fundpwd', boundTo: '' }, call)
      await changing(call, 'set', async (tx, at) => {
        if (!(await insertFundPassword(tx, { customerId, hash, at }))) throw badField('fundPassword', 'alreadySet')
      })
      return {}
    },
    async change(request: { old: string; new: string }, call: Call) {
      const { customerId } = call.session
      await mustBeGood(call, 'new', request.new)
      const before = await mustKnow(call, request.old)
      const hash = await hashOf(customerId, request.new)
      await changing(call, 'changed', async (tx, at) => {
        if (!(await replaceFundPassword(tx, { customerId, hash, before, at })))
          throw refuse('fundPasswordWrong', { left: leftOf(0) })
      })
      return {}
    },
    async reset({ new: wanted, ...confirm }: StepUpRequest & { new: string }, call: Call) {
      const { customerId } = call.session
      await mustBeGood(call, 'new', wanted)
      if ((await findFundPassword(db, customerId)) === undefined) throw refuse('fundPasswordNotSet')
      const hash = await hashOf(customerId, wanted)
      await requireStepUp({ ...confirm, customerId, scene: 'fundpwd', boundTo: '', both: true }, call)
      await changing(call, 'reset', async (tx, at) => void (await replaceFundPassword(tx, { customerId, hash, at })))
      return {}
    },
  }
}

export type FundPasswords = ReturnType<typeof createFundPasswords>

/** Wrong entries that are left before the next lock. */
function leftOf(wrong: number): number {
  const next = fundPasswordLocks.find((lock) => lock.wrong > wrong)
  return next === undefined ? 0 : next.wrong - wrong
}
