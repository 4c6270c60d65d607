import { buyContract, closeContract, type ContractOrder } from '@evenhand/protocol/contracts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, newKey } from '../../lib/call.ts'
import { refreshAfter } from '../../lib/refresh-after.ts'
import { unitsOf } from './contract-live.ts'

export const otherSide = ({ side }: Pick<ContractOrder, 'side'>) => (side === 'BUY' ? 'SELL' : 'BUY')

/**
 * Closes a position and opens as many lots of the other side. Each of the two has one key for as long as this stands, so that
 * another try does neither twice, and goes on where the first one stopped. `closed`: the position once it is closed.
 */
export function useReverse(order: ContractOrder, onDone: () => void) {
  const queries = useQueryClient()
  const keys = useRef({ close: newKey(), open: newKey() })
  const lots = unitsOf(order.lots, 2)
  const { mode, code, leverage } = order
  const closing = useMutation({
    mutationFn: () => call(closeContract, { id: order.id, lots }, { key: keys.current.close, mode }),
    onSettled: refreshAfter(queries, ['mine']),
    meta: { handled: true },
  })
  const opening = useMutation({
    mutationFn: () => {
      const request = {
        code,
        side: otherSide(order),
        orderType: 'MARKET',
        lots,
        leverage,
      } as const
      return call(buyContract, request, { key: keys.current.open, mode })
    },
    onSettled: refreshAfter(queries, ['mine']),
    meta: { handled: true },
  })
  const closed = closing.data?.order
  const reverse = async () => {
    if (closed === undefined) await closing.mutateAsync()
    await opening.mutateAsync()
    onDone()
  }
  return {
    closed,
    isPending: closing.isPending || opening.isPending,
    error: closing.error ?? opening.error,
    // What went wrong stands in `error`.
    reverse: () => void reverse().catch(() => {}),
  }
}
