import { useCallback, useSyncExternalStore } from 'react'
import { everySecond } from '../lib/second.ts'
import { ageOf, quoteOf } from './quote-store.ts'

/** A price older than this decides nothing: it is grey, and the ticket is closed. */
export const staleAfterMs = 5000

/** True when an open instrument's newest price is older than 5 s by the product's clock. A closed one just rests. */
export const isStale = (code: string, open: boolean): boolean => {
  const quote = quoteOf(code)
  return open && quote !== undefined && ageOf(quote.ts) > staleAfterMs
}

/** The same for a component: it renders again only when the result changes. */
export function useStale(code: string, open: boolean): boolean {
  const read = useCallback(() => isStale(code, open), [code, open])
  return useSyncExternalStore(everySecond, read, read)
}
