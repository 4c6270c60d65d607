import { buyOptions, orderByKey } from '@evenhand/protocol/options.ts'
import { parseUnits, type AccountMode } from '@evenhand/protocol/money.ts'
import { useRef, useState } from 'react'
import { call, newKey } from '../../lib/call.ts'
import { reportProblem } from '../../lib/report-problem.ts'
import { currentMode } from '../../lib/session.ts'
import type { BuyRequest, BuyState } from './order-context.ts'
import { findPlaced, placeOrder, type Outcome, type Placed } from '../../lib/place-order.ts'

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
type Sent = { key: string; mode: AccountMode; request: string }
/** An order is searched for on the account it was sent to, whichever the customer has chosen meanwhile. */
const find = async ({ key, mode }: Sent): Promise<Placed> => ({
  ...((await call(orderByKey, { key }, { mode })) as Placed),
  mode,
})

/**
 * Buys one option at a time. Every submit has a key of its own; only when an order's effect stays unknown is the key kept
 * for the same order, so that the customer's next press cannot place it twice.
 */
export function useBuyOption() {
  const [state, setState] = useState<BuyState>({ kind: 'idle' })
  const running = useRef(false)
  const held = useRef<Sent>(undefined)

  const settle = (outcome: Outcome) => {
    if (outcome.kind === 'placed' || outcome.kind === 'refused') held.current = undefined
    setState(outcome)
  }
  const once = async (work: () => Promise<Outcome>) => {
    if (running.current) return
    running.current = true
    try {
      settle(await work())
    } catch (problem) {
      setState({ kind: 'idle' })
      reportProblem(problem)
    } finally {
      running.current = false
    }
  }

  const buy = (request: BuyRequest) => {
    const { payoutRate, ...order } = request
    const mode = currentMode()
    const minPayoutRate = parseUnits(payoutRate, 6) ?? 0n
    const same = JSON.stringify([
      mode,
      order.code,
      order.direction,
      order.limitTime,
      order.amount.toString(),
      payoutRate,
    ])
    const key = held.current?.request === same ? held.current.key : newKey()
    return once(() => {
      const sent = { key, mode, request: same }
      held.current = sent
      setState({ kind: 'sending' })
      return placeOrder({
        buy: async () => ({ ...(await call(buyOptions, { ...order, minPayoutRate }, { key, mode })), mode }),
        find: () => find(sent),
        pause,
        onUnknown: () => setState({ kind: 'looking' }),
      })
    })
  }
  const checkAgain = () =>
    once(() => {
      const sent = held.current ?? { key: '', mode: currentMode(), request: '' }
      setState({ kind: 'looking' })
      return findPlaced({ find: () => find(sent), pause, problem: undefined })
    })
  return { state, buy, checkAgain, dismiss: () => setState({ kind: 'idle' }) }
}
