import type { Alert } from '../../kernel/module/alert-source.ts'
import type { CheckState } from './check-state.ts'

/**
 * What operators are alerted to of the checks: those that found something, sealing that does not go on included, and those
 * that were only not made again in their time. One that was never made is none: a new installation begins so.
 */
export const checkAlerts = (states: readonly CheckState[]): Alert[] =>
  states
    .filter(({ state, at }) => state !== 'ok' && at !== null)
    .map(({ kind, state, findings }) => ({
      kind: state === 'failed' || findings.length > 0 ? 'checkFailed' : 'checkStale',
      subject: kind,
      count: findings.length,
    }))
