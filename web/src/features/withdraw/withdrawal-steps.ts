import { withdrawalStates, type WithdrawalStatus } from '@evenhand/protocol/states.ts'
import type { Withdrawal } from '@evenhand/protocol/withdrawals.ts'
import type { StepIs } from '../../lib/step-mark.tsx'

type StepName = Withdrawal['steps'][number]['status']
/** `at`: when it happened, UTC milliseconds; absent for what is still to come. */
export type WithdrawalStep = {
  readonly name: StepName
  readonly is: StepIs
  readonly at?: number
}

export const isOpen = ({ status }: Pick<Withdrawal, 'status'>): boolean => withdrawalStates[status].length > 0

/** It has ended and the whole amount is back: no fee was taken and nothing was received. */
export const isUnpaid = ({ status }: Pick<Withdrawal, 'status'>): boolean =>
  status === 'REJECTED' || status === 'CANCELLED' || status === 'FAILED'

const ahead: readonly WithdrawalStatus[] = ['PROCESSING', 'BROADCAST', 'COMPLETED']
const bad: readonly StepName[] = ['REJECTED', 'FAILED', 'OVERDUE']

/** The way of a withdrawal: what happened with its times, where it stands, and what is still to come. */
export function stepsOf({ status, steps }: Pick<Withdrawal, 'status' | 'steps'>): readonly WithdrawalStep[] {
  // Rejected in the moment it came, as above a limit: no person has reviewed it, and none is claimed to have.
  const seen = steps.filter(({ status: name, at }, index) => {
    const then = steps[index + 1]
    return name !== 'REVIEW' || then?.status !== 'REJECTED' || then.at !== at
  })
  const last = seen.findLastIndex((step) => step.status === status)
  const past = seen.map(({ status: name, at }, index): WithdrawalStep => {
    if (bad.includes(name)) return { name, is: 'bad', at }
    if (name === 'CANCELLED') return { name, is: 'off', at }
    return { name, is: index === last && isOpen({ status }) ? 'now' : 'done', at }
  })
  const to = isOpen({ status }) ? ahead.slice(ahead.indexOf(status) + 1) : []
  return [...past, ...to.map((name): WithdrawalStep => ({ name, is: 'next' }))]
}

/** What a customer calls a state: in review until it is being paid. */
export const shownStatus = (status: WithdrawalStatus): 'REVIEW' | WithdrawalStatus =>
  status === 'REQUESTED' || status === 'AUTO_OK' || status === 'APPROVED' ? 'REVIEW' : status
