import type { Verdict } from '@evenhand/proofs/verify-receipt.ts'
import { orderReceipt, type OptionOrder } from '@evenhand/protocol/options.ts'
import { isSettled } from '@evenhand/protocol/states.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { fileText } from '../../lib/save-file.ts'
import { compareKept, keptReceipt } from './kept-receipts.ts'
import { pinKeys, type PinnedKeys } from '../../lib/pinned-keys.ts'

export type Checked = { verdict: Verdict; keys: PinnedKeys; kept: 'same' | 'other' | 'none' }

/** Whether everything was found right: the receipt by itself, and that it is of the order this browser was promised. */
export const isRight = ({ verdict, kept }: Checked): boolean => verdict.ok && kept !== 'other'

/** Recomputes a settled order's receipt in this browser, with the code of the command line; loaded with the first result. */
export function useReceiptCheck(order: OptionOrder) {
  return useQuery({
    queryKey: ['mine', 'check', order.id],
    queryFn: async ({ signal }): Promise<Checked> => {
      const [{ checkReceipt }, document, keys] = await Promise.all([
        import('./check-receipt.ts'),
        call(orderReceipt, { id: order.id }, { signal, mode: order.mode }),
        pinKeys(),
      ])
      const kept = compareKept(keptReceipt(order.id), document)
      return { verdict: checkReceipt(fileText(document), keys.text), keys, kept }
    },
    enabled: isSettled(order.status),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
