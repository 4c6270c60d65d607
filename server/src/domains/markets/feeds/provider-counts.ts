import { providerFaults, type ProviderFault, type ProviderStatus } from './provider.ts'
import type { LineStanding } from './provider-line.ts'

/** A count of every fault, all at none. */
export const noFaults = (): Record<ProviderFault, number> =>
  Object.fromEntries(providerFaults.map((fault) => [fault, 0])) as Record<ProviderFault, number>

const worstFirst: readonly ProviderStatus['state'][] = ['refused', 'waiting', 'connecting', 'open']

/** How a provider of several lines stands: as its worst line does. */
export function worstOf(standings: readonly LineStanding[]): LineStanding | undefined {
  for (const state of worstFirst) {
    const found = standings.find((one) => one.state === state)
    if (found !== undefined) return found
  }
  return undefined
}
