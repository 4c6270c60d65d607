import { marginNow } from './contract-live.ts'
import { useLiveContracts, useLivePositions, useMargin } from './contracts-query.ts'

/** The contracts that are open or wait, the open ones at the newest prices, and the margin that follows from them. */
export function useNow() {
  const contracts = useLiveContracts()
  const live = useLivePositions(contracts.orders)
  const margin = useMargin(contracts.orders.map(({ id, status, lots }) => `${id} ${status} ${lots}`).join())
  const open = contracts.orders.filter(({ status }) => status === 'OPEN')
  const profit = open.every(({ id }) => live.has(id))
    ? open.reduce((sum, { id }) => sum + (live.get(id)?.profit ?? 0n), 0n)
    : undefined
  return { ...contracts, live, margin: margin && marginNow(margin, profit) }
}
