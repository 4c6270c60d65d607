import { useFetched } from '../../lib/use-fetched.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'

const freshMs = 600_000
const load = async () => (await import('./load-loss-rate.ts')).loadLossRate()

/** For a risk warning: the loss rate in percent, `none` while there is no figure, `unknown` until the server answers. */
export function useLossRate(): string {
  const { number } = useLocalNumber()
  const { data } = useFetched('lossRate', load, freshMs)
  if (data === undefined) return 'unknown'
  return data === null ? 'none' : number(data)
}
