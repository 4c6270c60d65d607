import type { Announcements } from '../../kernel/db/pg-listener.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { acknowledge } from './cooling-off.ts'
import { mayConvert } from './may-convert.ts'
import { mayDeposit } from './may-deposit.ts'
import { mayTrade } from './may-trade.ts'
import { changeLimits, readLimits } from './customer-limits.ts'
import { takePause } from './pauses.ts'
import { readQuestions } from './quiz-questions.ts'
import { markQuiz, readQuiz } from './quiz.ts'
import { chooseEvery, readReality, readSettings, seeReality } from './reality-check.ts'
import { readSafeguards } from './read-safeguards.ts'
import type { OwnSafeguardsDeps, WantedOrder } from './safeguards.deps.ts'
import { createSittings } from './play-sessions.ts'
import { createStandingCache } from './eligibility-cache.ts'
import { readStandings } from './eligibility.store.ts'
import type { Standing } from './eligibility.ts'

/**
 * What stands between a customer and a product beside the country: questionnaire, cooling-off, the customer's own limits
 * and pauses. It answers about orders and announced deposits alone. Settling, early sale and withdrawals never ask here.
 */
export function createOwnSafeguards(given: OwnSafeguardsDeps) {
  const { db, clock } = given
  let line: Announcements | undefined
  const cache = createStandingCache({
    read: (customerIds) => readStandings(db, customerIds),
    isCurrent: () => given.listen === undefined || line?.isCurrent() === true,
  })
  const sittings = createSittings({ db, clock })
  const deps = {
    ...given,
    sittings,
    questions: readQuestions(),
    standingOf: cache.look,
    changed: cache.forget,
    /** As the tables hold it now: what a customer is shown is never older than what the customer just did. */
    async freshStanding(customerId: string): Promise<Standing> {
      cache.forget(customerId)
      return cache.look(customerId)
    },
  }

  return {
    mayTrade: (params: WantedOrder) => mayTrade(deps, params),
    mayDeposit: (params: Parameters<typeof mayDeposit>[1]) => mayDeposit(deps, params),
    mayConvert: (params: Parameters<typeof mayConvert>[1]) => mayConvert(deps, params),
    readAll: (_ask: object, call: Call) => readSafeguards(deps, call),
    readQuiz: (ask: Parameters<typeof readQuiz>[1], call: Call) => readQuiz(deps, ask, call),
    markQuiz: (ask: Parameters<typeof markQuiz>[1], call: Call) => markQuiz(deps, ask, call),
    acknowledge: (ask: Parameters<typeof acknowledge>[1], call: Call) => acknowledge(deps, ask, call),
    readLimits: (_ask: object, call: Call) => readLimits(deps, call),
    changeLimits: (ask: Parameters<typeof changeLimits>[1], call: Call) => changeLimits(deps, ask, call),
    takeTimeout: ({ days }: { days: number }, call: Call) => takePause(deps, { kind: 'TIMEOUT', days }, call),
    excludeSelf: ({ months }: { months: number }, call: Call) =>
      takePause(deps, { kind: 'SELF_EXCLUSION', months }, call),
    readReality: (_ask: object, call: Call) => readReality(deps, call),
    seeReality: (_ask: object, call: Call) => seeReality(deps, call),
    /** Every how many minutes a customer is told how long the sitting has been; 15 to 60, a setting of the profile. */
    chooseRealityCheck: (params: { customerId: string; minutes: number }) => chooseEvery(deps, params),
    realityCheckMin: async (customerId: string): Promise<number> => (await readSettings(deps, customerId)).everyMin,
    /** A signed-in call of a customer, from which the length of a sitting is known. */
    noteUse: sittings.note,
    jobs: [{ name: 'sittings', everyMs: 60_000, run: sittings.store }] as readonly JobSpec[],
    /** Hears of changes elsewhere. */
    start: (): void =>
      void (line = given.listen?.({ channel: 'safeguards', heard: cache.forget, missed: cache.forgetAll })),
    async stop(): Promise<void> {
      await sittings.store()
      await line?.close()
    },
  }
}

export type OwnSafeguards = ReturnType<typeof createOwnSafeguards>
