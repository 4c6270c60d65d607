import { useState } from 'react'
import { currentMode, currentSession, subscribeSession } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { BuyRequest } from './order-context.ts'

/** Set once the customer has confirmed, in this session, that an order is meant for the real account. */
const key = 'realConfirmed'

let token = currentSession()?.token
// The next session confirms anew, of any customer.
subscribeSession(() => {
  const next = currentSession()?.token
  if (next === token) return
  token = next
  writeStored(key, null, 'session')
})

/**
 * Holds the first order of a session on the real account until the customer has confirmed which account it is for. On the
 * virtual account nothing is requested.
 */
export function useRealConfirmation(buy: (request: BuyRequest) => void) {
  const [requested, setRequested] = useState<BuyRequest>()
  return {
    requested,
    request: (order: BuyRequest): void => {
      if (currentMode() === 'virtual' || readStored(key, 'session') === '1') buy(order)
      else setRequested(order)
    },
    confirm: (): void => {
      if (!requested) return
      setRequested(undefined)
      // In the meantime another tab may have chosen the other account: then this is not what was confirmed.
      if (currentMode() === 'virtual') return
      writeStored(key, '1', 'session')
      buy(requested)
    },
    cancel: () => setRequested(undefined),
  }
}
