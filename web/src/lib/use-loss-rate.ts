import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { useFetched } from './use-fetched.ts'
import { useLocalNumber } from './use-local-number.ts'

const freshMs = 600_000
const load = async (product: GuardedProduct) => (await import('./load-loss-rate.ts')).loadLossRate(product)

/** For a product's warning: its loss rate in percent, `none` while there is no figure, `unknown` until the server responds. */
export function useLossRate(product: GuardedProduct): string {
  const { number } = useLocalNumber()
  const { data } = useFetched(`lossRate ${product}`, () => load(product), freshMs)
  if (data === undefined) return 'unknown'
  return data === null ? 'none' : number(data)
}
