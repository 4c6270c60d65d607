import { buyContract } from '@evenhand/protocol/contracts.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { orderByKey } from '@evenhand/protocol/options.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { call, newKey } from '../../lib/call.ts'
import { placeOrder, type Outcome, type Placed } from '../../lib/place-order.ts'
import { reportProblem } from '../../lib/report-problem.ts'
import { currentMode } from '../../lib/session.ts'

export type ContractRequest = z.output<typeof buyContract.request>
export type BuyState = { readonly kind: 'idle' | 'sending' | 'looking' } | Exclude<Outcome, { kind: 'placed' }>

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const textOf = (request: ContractRequest, mode: AccountMode): string =>
  JSON.stringify([mode, { ...request, lots: request.lots.toString() }])

/**
 * Opens one contract at a time. Every submit has a key of its own; where an order's effect stays unknown the key is kept for
 * the same order, so that the customer's next press cannot place it twice.
 */
export function useBuyContract(onPlaced: (order: Placed) => void) {
  const queries = useQueryClient()
  const [state, setState] = useState<BuyState>({ kind: 'idle' })
  const running = useRef(false)
  const held = useRef<{ key: string; text: string }>(undefined)

  const buy = async (request: ContractRequest) => {
    if (running.current) return
    running.current = true
    const mode = currentMode()
    const text = textOf(request, mode)
    const key = held.current?.text === text ? held.current.key : newKey()
    held.current = { key, text }
    setState({ kind: 'sending' })
    try {
      const outcome = await placeOrder({
        buy: async () => ({ ...(await call(buyContract, request, { key, mode })), mode }),
        find: async () => ({ ...((await call(orderByKey, { key }, { mode })) as Placed), mode }),
        pause,
        onUnknown: () => setState({ kind: 'looking' }),
      })
      if (outcome.kind === 'placed' || outcome.kind === 'refused') held.current = undefined
      setState(outcome.kind === 'placed' ? { kind: 'idle' } : outcome)
      if (outcome.kind === 'placed') onPlaced(outcome.order)
      void queries.invalidateQueries({ queryKey: ['mine'] })
    } catch (problem) {
      setState({ kind: 'idle' })
      reportProblem(problem)
    } finally {
      running.current = false
    }
  }
  return { state, buy, dismiss: () => setState({ kind: 'idle' }) }
}
