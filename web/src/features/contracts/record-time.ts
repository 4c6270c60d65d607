type Recorded = { readonly at: number; readonly tick?: unknown }

/**
 * When it happened: at the price that decided it, as in the lists. A record is signed a moment later, and much later where
 * the clock of a sandbox was moved.
 */
export function happenedAt({ at, tick }: Recorded): number {
  const ts = typeof tick === 'object' && tick !== null && 'ts' in tick ? tick.ts : undefined
  return typeof ts === 'number' ? ts : at
}
