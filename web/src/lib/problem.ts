import { isRefused, Unreached } from '@evenhand/protocol/wire.ts'

export { isRefused, Refused, Unreached } from '@evenhand/protocol/wire.ts'

/** True when it is unknown whether the call took effect; a call that moves money is then looked up by its key. */
export const isEffectUnknown = (problem: unknown): boolean =>
  problem instanceof Unreached || isRefused(problem, 'fault')

/** What is reported where an address leads to no page. */
export const pageMissing = new Error('no page')
