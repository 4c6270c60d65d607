import type { WithdrawalReason } from '@evenhand/protocol/states.ts'

export type Rejection = { readonly reason: WithdrawalReason; readonly reference: string }

/** Reasons that rest on an authority's order, whose number must stand with them. */
const byOrder: readonly WithdrawalReason[] = ['AML_ORDER', 'LEGAL_HOLD']
export const needsReference = (reason: WithdrawalReason | ''): boolean => reason !== '' && byOrder.includes(reason)
