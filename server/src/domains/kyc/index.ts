import type { IdentificationForm, CustomerIdentification } from '@evenhand/protocol/identification.ts'
import { everyStep } from '../../kernel/concurrency/apart.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { JobSpec } from '../../kernel/module/module.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { identityRefusal } from './identity-refusal.ts'
import { lastOf } from './identifications.store.ts'
import type { KycDeps } from './kyc.deps.ts'
import { erasePictures, escalateDue, expireDue, warnOfExpiry } from './kyc.jobs.ts'
import type { Message } from './providers/identity-check.ts'
import { createSender } from './send-forms.ts'
import { shownPictures, type NamedPicture } from './shown-pictures.ts'
import { kycStatusOf, type KycStatus } from './kyc-status.ts'
import { submitIdentification } from './submit-identification.ts'
import { takeVerdict } from './take-verdict.ts'
import { ownView } from './view-status.ts'

export { kycCauses } from './kyc-causes.ts'
export { kycModule } from './kyc.module.ts'
export { identityRefusal } from './identity-refusal.ts'
export { ownFormId } from './queue.store.ts'
export { shareDocument } from './shared-documents.store.ts'
export { rewrapIdentifications } from './rewrap-identifications.ts'
export { openIdentityCheck } from './providers/open-identity-check.ts'
export type { KycDeps } from './kyc.deps.ts'
export { verifiedBirthDateOf, type KycStatus } from './kyc-status.ts'

/** Who customers are: the form, its review with a clock, and what others may know of it. */
export function createKyc(deps: KycDeps) {
  const { db, clock, keys } = deps
  const { provider } = deps
  const send = provider === undefined ? async (): Promise<void> => {} : createSender(deps, provider)
  const runOnce = (): Promise<void> =>
    everyStep([expireDue, escalateDue, warnOfExpiry, erasePictures].map((step) => () => step(deps)))
  return {
    deps,
    own: async (_request: object, { session }: Call): Promise<CustomerIdentification> =>
      ownView(await lastOf(db, session.customerId), { keys, now: clock.now() }),
    submit: (form: IdentificationForm, call: Call): Promise<CustomerIdentification> =>
      submitIdentification(deps, form, call),
    /** Where a customer stands, for other domains. */
    kycStatus: (customerId: string): Promise<KycStatus> => kycStatusOf(deps, customerId),
    /** By what an operation that needs a verified identity is refused to a customer; undefined where it is verified. */
    refusal: async (customerId: string): Promise<Refusal | undefined> =>
      identityRefusal((await lastOf(db, customerId))?.status ?? 'NOT_VERIFIED'),
    /** Which of some customers' pictures a form shows whose pictures are kept still. */
    shownPictures: (pictures: readonly NamedPicture[]) => shownPictures(db, pictures),
    /** Ends what has expired, marks what waits too long, warns of ends to come, erases old pictures; done every minute. */
    runOnce,
    /** Sends what waits to the provider, where one is configured; runs every ten seconds. */
    send,
    /** A message of the provider; false where the provider did not sign it. Refuses 40029 a form that we do not know yet. */
    async onMessage(message: Message): Promise<boolean> {
      const verdict = provider?.onMessage(message) ?? 'forged'
      if (provider === undefined || verdict === 'forged') return false
      if (verdict === 'nothing' || (await takeVerdict(deps, provider, verdict))) return true
      // A provider may be quicker than our own note of having sent the form: it comes again.
      throw refuse('tooMany', { retryAfterS: 60 })
    },
    jobs: [
      { name: 'identifications', everyMs: 60_000, run: runOnce, byClock: true },
      ...(provider === undefined
        ? []
        : [{ name: 'send identifications', everyMs: 10_000, run: send, byClock: true } as const]),
    ] as readonly JobSpec[],
  }
}

export type Kyc = ReturnType<typeof createKyc>
