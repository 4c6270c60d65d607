import type { Identification } from './identifications.store.ts'
import type { KycDb, KycDeps } from './kyc.deps.ts'
import { kycNotice } from './kyc-notices.ts'

const templates = {
  VERIFIED: 'kyc.verified',
  RESUBMIT: 'kyc.resubmit',
  REJECTED_FINAL: 'kyc.rejected',
  PENDING_REVIEW: 'kyc.submitted',
} as const

/** Publishes what became of the form, in the transaction of the decision. */
export async function publishDecision(
  { accounts, enqueueNotices }: Pick<KycDeps, 'accounts' | 'enqueueNotices'>,
  tx: KycDb,
  { form, status, at }: { form: Identification; status: keyof typeof templates; at: number },
): Promise<void> {
  const [customer] = await accounts.readMany(tx, [form.customerId])
  if (customer === undefined) return
  await enqueueNotices(tx, [kycNotice(templates[status], { id: form.id, accountId: customer.accountId, number: at })])
}
