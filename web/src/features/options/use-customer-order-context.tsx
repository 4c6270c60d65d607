import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useProblemText } from '../../lib/problem-text.ts'
import type { BuyRequest, OrderContext } from './order-context.ts'
import { useRealConfirmation } from './real-confirmation.ts'
import { useBuyOption } from './use-buy-option.ts'
import { useFreeBalance } from './use-free-balance.ts'

const FirstRealOrder = lazyPart(async () => (await import('./first-real-order.tsx')).FirstRealOrder)

/** The order context of a signed-in customer. After an order everything they own is requested again. */
export function useCustomerOrderContext(): OrderContext {
  const queries = useQueryClient()
  const free = useFreeBalance()
  const problemText = useProblemText()
  const { state: sending, buy, checkAgain, dismiss } = useBuyOption()
  const { requested, request, confirm, cancel } = useRealConfirmation((order: BuyRequest) => void buy(order))
  useEffect(() => {
    if (sending.kind === 'placed') void queries.invalidateQueries({ queryKey: ['mine'] })
  }, [sending, queries])
  return {
    signedIn: true,
    free,
    sending,
    buy: request,
    question: <FirstRealOrder requested={requested} onConfirm={confirm} onCancel={cancel} />,
    checkAgain: () => void checkAgain(),
    dismiss,
    problemText,
  }
}
