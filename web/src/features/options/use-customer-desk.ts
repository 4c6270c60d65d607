import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProblemText } from '../../lib/problem-text.ts'
import type { Desk } from './desk.ts'
import { useBuyOption } from './use-buy-option.ts'
import { useFreeBalance } from './use-free-balance.ts'

/** The desk of a signed-in customer. After an order everything they own is asked for again. */
export function useCustomerDesk(): Desk {
  const queries = useQueryClient()
  const free = useFreeBalance()
  const problemText = useProblemText()
  const { state: sending, buy, lookAgain, dismiss } = useBuyOption()
  useEffect(() => {
    if (sending.kind === 'placed') void queries.invalidateQueries({ queryKey: ['mine'] })
  }, [sending, queries])
  return {
    signedIn: true,
    free,
    sending,
    buy: (ask) => void buy(ask),
    lookAgain: () => void lookAgain(),
    dismiss,
    problemText,
  }
}
