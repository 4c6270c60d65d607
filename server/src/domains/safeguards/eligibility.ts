import type { CoolingProduct, LimitName } from '@evenhand/protocol/safeguards.ts'

export type Pause = { kind: 'TIMEOUT' | 'SELF_EXCLUSION'; until: number }
export type AnsweredQuiz = { product: string; at: number; passed: boolean }
export type RiskAck = { shownAt: number; confirmedAt: number | null }
/** A limit as it is kept: money in smallest units. `wish` is a looser one that was requested, null for none at all. */
export type CustomerLimit = {
  name: LimitName
  value: bigint | null
  wish: { value: bigint | null; from: number } | null
}

/** What is kept of a customer's safeguards. Times are epoch milliseconds and are compared with the clock at every lookup. */
export type Eligibility = {
  pause: Pause | null
  quizzes: readonly AnsweredQuiz[]
  acks: ReadonlyMap<CoolingProduct, RiskAck>
  limits: readonly CustomerLimit[]
}

/** A pause that still runs. */
export const runningPause = (eligibility: Eligibility, now: number): Pause | null =>
  eligibility.pause !== null && now < eligibility.pause.until ? eligibility.pause : null

/** The value of a limit that holds, where one does. */
export const limitOf = (eligibility: Eligibility, name: LimitName): bigint | null =>
  eligibility.limits.find((one) => one.name === name)?.value ?? null
