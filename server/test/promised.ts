import { availableParallelism, loadavg } from 'node:os'

/**
 * A time in ms that the product promises where the machine has time for it: as many times longer as more wants to run
 * than the machine has processors for. Whatever is no promise is waited for without a time.
 */
export const promised = (ms: number): number =>
  Math.round(ms * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()))
