import type { Deposit } from '@evenhand/protocol/deposits.ts'
import type { StepIs } from '../../lib/step-mark.tsx'

export type StepKey =
  | 'submitted'
  | 'checking'
  | 'confirming'
  | 'onHold'
  | 'credited'
  | 'rejected'
  | 'cancelled'
  | 'returned'
  | 'reversed'
/** `at`: when it happened, UTC milliseconds; absent for what has not, or whose time is not kept. */
export type Step = { readonly key: StepKey; readonly is: StepIs; readonly at?: number }

/** The states that a deposit leaves by itself or by a person's decision: the customer waits. */
const open: readonly Deposit['status'][] = ['SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML']
export const isOpen = ({ status }: Deposit): boolean => open.includes(status)

/** The way of a deposit, from the form to where it stands and what comes next. */
export function stepsOf(deposit: Deposit): readonly Step[] {
  const submitted: Step = { key: 'submitted', is: 'done', at: deposit.createdAt }
  const next: Step = { key: 'credited', is: 'next' }
  const ended = (key: StepKey, is: StepIs): Step =>
    deposit.decidedAt === null ? { key, is } : { key, is, at: deposit.decidedAt }
  switch (deposit.status) {
    case 'SUBMITTED':
      return [submitted, { key: 'checking', is: 'now' }, next]
    case 'CONFIRMING':
      return [submitted, { key: deposit.confirmations > 0 ? 'confirming' : 'checking', is: 'now' }, next]
    case 'ON_HOLD_AML':
      return [submitted, { key: 'onHold', is: 'now' }, next]
    case 'CREDITED':
      return [submitted, ended('credited', 'done')]
    case 'REVERSED':
      return [submitted, { key: 'credited', is: 'done' }, ended('reversed', 'bad')]
    case 'REJECTED':
      return [submitted, ended('rejected', 'bad')]
    case 'CANCELLED':
      return [submitted, ended('cancelled', 'off')]
    case 'RETURNED':
      return [submitted, ended('returned', 'off')]
  }
}
