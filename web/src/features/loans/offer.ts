import type { listLoanProducts } from '@evenhand/protocol/loans.ts'
import type * as z from 'zod/mini'
import { productNow } from '../../feed/quote-store.ts'

/** What is offered, to a customer with what stands in their way. */
export type Offer = z.output<typeof listLoanProducts.result>

/** Whether a loan that is open, or a rejection not long ago, stands before this caller's next loan. */
export const isWaiting = ({ openLoanId, mayApplyAt }: NonNullable<Offer['caller']>): boolean =>
  openLoanId !== null || (mayApplyAt !== null && mayApplyAt > productNow())

/** Whether this caller can go on to an agreement now; a visitor signs in first. */
export const mayApply = ({ caller }: Offer): boolean =>
  caller !== null && caller.isOffered && caller.isVerified && !isWaiting(caller)
