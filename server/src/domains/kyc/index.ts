import type { IdentificationForm, OwnIdentification } from '@evenhand/protocol/identification.ts'
import type { Call } from '../../kernel/http.ts'
import { startJob, type Job } from '../../kernel/jobs.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lastOf } from './identifications.store.ts'
import type { KycDeps } from './kyc.deps.ts'
import { erasePictures, escalateDue, expireDue, warnOfExpiry } from './kyc.jobs.ts'
import { identificationsTold } from './personal-data.ts'
import type { Message } from './providers/identity-check.ts'
import { createSender } from './send-forms.ts'
import { standingOf, verifiedBirthDateOf, type KycStanding } from './standing.ts'
import { submitIdentification } from './submit-identification.ts'
import { takeVerdict } from './take-verdict.ts'
import { ownView } from './view-own.ts'

export { kycConsole } from './identification.console.ts'
export { kycRoutes } from './kyc.routes.ts'
export { identityQueue, identityWaits, ownFormId } from './queue.store.ts'
export { rewrapIdentifications } from './rewrap-identifications.ts'
export { openIdentityCheck } from './providers/open-identity-check.ts'
export type { KycDeps } from './kyc.deps.ts'
export type { KycStanding } from './standing.ts'

/** Who customers are: the form, its review with a clock, and what others may know of it. */
export function createKyc(deps: KycDeps) {
  const { db, clock, keys, log } = deps
  const { provider } = deps
  const send = provider === undefined ? async (): Promise<void> => {} : createSender(deps, provider)
  const turn = async (): Promise<void> => {
    await expireDue(deps)
    await escalateDue(deps)
    await warnOfExpiry(deps)
    await erasePictures(deps)
  }
  let job: Job | undefined
  let sending: Job | undefined
  return {
    deps,
    own: async (_ask: object, { session }: Call): Promise<OwnIdentification> =>
      ownView(await lastOf(db, session.customerId), { keys, now: clock.now() }),
    submit: (form: IdentificationForm, call: Call): Promise<OwnIdentification> =>
      submitIdentification(deps, form, call),
    /** What the customer's own export tells of it. */
    told: identificationsTold(db, keys),
    /** Where a customer stands, for other domains. */
    standing: (customerId: string): Promise<KycStanding> => standingOf(deps, customerId),
    /** The birth date (YYYY-MM-DD) of the last document that was verified, also where it has ended since. */
    birthDateOf: (customerId: string): Promise<string | undefined> => verifiedBirthDateOf(deps, customerId),
    /** Ends what has expired, marks what waits too long, warns of ends to come, erases old pictures; done every minute. */
    turn,
    /** Hands what waits to the provider, where one is configured; done every ten seconds. */
    send,
    /** A message of the provider; false where the provider did not sign it. Refuses 40029 a form that we do not know yet. */
    async heard(message: Message): Promise<boolean> {
      const said = provider?.hear(message) ?? 'forged'
      if (provider === undefined || said === 'forged') return false
      if (said === 'nothing' || (await takeVerdict(deps, provider, said))) return true
      // A provider may be quicker than our own note of having sent the form: it comes again.
      throw refuse('tooMany', { retryAfterS: 60 })
    },
    start(): void {
      job = startJob({ name: 'identifications', everyMs: 60_000, run: turn, log, clock })
      if (provider !== undefined)
        sending = startJob({ name: 'send identifications', everyMs: 10_000, run: send, log, clock })
    },
    async stop(): Promise<void> {
      await job?.stop()
      await sending?.stop()
    },
  }
}

export type Kyc = ReturnType<typeof createKyc>
