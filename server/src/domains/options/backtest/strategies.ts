/** Recorded ticks of one instrument, rising: epoch milliseconds, and prices in units that plain numbers hold exactly. */
export type Series = { readonly times: Float64Array; readonly prices: Float64Array }

/**
 * What a customer may bet on or against who reads the chart and knows nothing else: the step of the newest tick, the
 * largest step of the last 30 s, and where the price stands to its mean of the last 30 s.
 */
export const signals = ['lastStep', 'lastJump', 'mean30s'] as const
export type Signal = (typeof signals)[number]

const windowMs = 30_000

/** The sign of each signal at the tick with this index, in the order of `signals`; 0 where it gives none. */
export function signsAt({ times, prices }: Series, index: number, into: Int8Array): void {
  const price = prices[index] as number
  const from = (times[index] as number) - windowMs
  let sum = price
  let count = 1
  let jump = 0
  let at = index
  for (; at > 0 && (times[at - 1] as number) > from; at -= 1) {
    const before = prices[at - 1] as number
    const step = (prices[at] as number) - before
    // The newest of equal ones stands.
    if (Math.abs(step) > Math.abs(jump)) jump = step
    sum += before
    count += 1
  }
  into[0] = index === 0 ? 0 : Math.sign(price - (prices[index - 1] as number))
  into[1] = Math.sign(jump)
  into[2] = Math.sign(price * count - sum)
}
