import type { Identification } from './identifications.store.ts'
import type { KycDeps } from './kyc.deps.ts'
import { kycNotice } from './kyc-notices.ts'

const templates = {
  VERIFIED: 'kyc.verified',
  RESUBMIT: 'kyc.resubmit',
  REJECTED_FINAL: 'kyc.rejected',
  PENDING_REVIEW: 'kyc.submitted',
} as const

/** Tells the customer what became of the form, and every session that the country may be another. */
export async function notifyDecision(
  { accounts, notify, changed }: Pick<KycDeps, 'accounts' | 'notify' | 'changed'>,
  { id, customerId }: Identification,
  { status, at }: { status: keyof typeof templates; at: number },
): Promise<void> {
  const [customer] = await accounts.findMany([customerId])
  if (customer !== undefined) notify([kycNotice(templates[status], { id, accountId: customer.accountId, number: at })])
  await changed(customerId)
}
