import type { PgListener } from '../../kernel/db/pg-listener.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { acknowledge } from './cooling-off.ts'
import { createLimitReached } from './limit-reached.ts'
import { mayBid } from './may-bid.ts'
import { mayBorrow } from './may-borrow.ts'
import { mayConvert } from './may-convert.ts'
import { mayDeposit } from './may-deposit.ts'
import { maySubscribe } from './may-subscribe.ts'
import { mayTrade } from './may-trade.ts'
import { changeLimits, readLimits } from './customer-limits.ts'
import { takePause } from './pauses.ts'
import { readQuestions } from './quiz-questions.ts'
import { markQuiz, readQuiz } from './quiz.ts'
import { chooseEvery, readReality, readSettings, seeReality } from './reality-check.ts'
import { readSafeguards } from './read-safeguards.ts'
import type { SafeguardsDeps, WantedOrder } from './safeguards.deps.ts'
import { createPlaySessions, writeEveryMs } from './play-sessions.ts'
import { createEligibilityCache } from './eligibility-cache.ts'
import { readEligibilities } from './eligibility.store.ts'
import type { Eligibility } from './eligibility.ts'

/**
 * What stands between a customer and a product beside the country: questionnaire, cooling-off, the customer's own limits
 * and pauses. It decides on orders and announced deposits alone. Settling, early sale and withdrawals never call it.
 */
export function createCustomerSafeguards(given: SafeguardsDeps) {
  const { db, clock } = given
  let connection: PgListener | undefined
  const cache = createEligibilityCache({
    read: (customerIds) => readEligibilities(db, customerIds),
    isCurrent: () => given.listen === undefined || connection?.isCurrent() === true,
  })
  const playSessions = createPlaySessions({ db, clock })
  const deps = {
    ...given,
    playSessions,
    limitReached: createLimitReached(given),
    questions: readQuestions(),
    eligibilityOf: cache.read,
    changed: cache.forget,
    /** As the tables hold it now: what a customer is shown is never older than what the customer just did. */
    async freshEligibility(customerId: string): Promise<Eligibility> {
      cache.forget(customerId)
      return cache.read(customerId)
    },
  }

  return {
    mayTrade: (params: WantedOrder) => mayTrade(deps, params),
    mayDeposit: (params: Parameters<typeof mayDeposit>[1]) => mayDeposit(deps, params),
    mayBid: (params: Parameters<typeof mayBid>[1]) => mayBid(deps, params),
    mayBorrow: (params: Parameters<typeof mayBorrow>[1]) => mayBorrow(deps, params),
    mayConvert: (params: Parameters<typeof mayConvert>[1]) => mayConvert(deps, params),
    maySubscribe: (params: Parameters<typeof maySubscribe>[1]) => maySubscribe(deps, params),
    readAll: (_request: object, call: Call) => readSafeguards(deps, call),
    readQuiz: (request: Parameters<typeof readQuiz>[1], call: Call) => readQuiz(deps, request, call),
    markQuiz: (request: Parameters<typeof markQuiz>[1], call: Call) => markQuiz(deps, request, call),
    acknowledge: (request: Parameters<typeof acknowledge>[1], call: Call) => acknowledge(deps, request, call),
    readLimits: (_request: object, call: Call) => readLimits(deps, call),
    changeLimits: (request: Parameters<typeof changeLimits>[1], call: Call) => changeLimits(deps, request, call),
    takeTimeout: ({ days }: { days: number }, call: Call) => takePause(deps, { kind: 'TIMEOUT', days }, call),
    excludeSelf: ({ months }: { months: number }, call: Call) =>
      takePause(deps, { kind: 'SELF_EXCLUSION', months }, call),
    readReality: (_request: object, call: Call) => readReality(deps, call),
    seeReality: (_request: object, call: Call) => seeReality(deps, call),
    /** Every how many minutes a customer is reminded how long the session has been; 15 to 60, a setting of the profile. */
    chooseRealityCheck: (params: { customerId: string; minutes: number }) => chooseEvery(deps, params),
    realityCheckMin: async (customerId: string): Promise<number> => (await readSettings(deps, customerId)).everyMin,
    /** A signed-in call of a customer, from which the length of a session is known. */
    noteUse: playSessions.note,
    jobs: [
      { name: 'play sessions', everyMs: writeEveryMs, inEveryProcess: true, run: playSessions.storeDue },
    ] as readonly JobSpec[],
    /** Is notified of changes elsewhere. */
    start: (): void =>
      void (connection = given.listen?.({ channel: 'safeguards', onMessage: cache.forget, onGap: cache.forgetAll })),
    async stop(): Promise<void> {
      await playSessions.storeAll()
      await connection?.close()
    },
  }
}

export type CustomerSafeguards = ReturnType<typeof createCustomerSafeguards>
