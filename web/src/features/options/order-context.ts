import type { Direction } from '@evenhand/protocol/options.ts'
import type { ReactNode } from 'react'
import type { Refused } from '../../lib/problem.ts'
import type { Placed } from '../../lib/place-order.ts'

export type BuyRequest = { code: string; direction: Direction; limitTime: number; amount: bigint; payoutRate: string }

/** `looking`: no response came and the order is searched for by its key. */
export type BuyState =
  | { readonly kind: 'idle' | 'sending' | 'looking' }
  | { readonly kind: 'placed'; readonly order: Placed }
  | { readonly kind: 'refused'; readonly problem: Refused }
  | { readonly kind: 'notPlaced' | 'unknown'; readonly problem: unknown }

/**
 * What stands behind a ticket: the balance, and the sending of orders. A visitor's ticket has an empty context, so that the
 * page that only shows prices does not load what buying needs.
 */
export type OrderContext = {
  readonly signedIn: boolean
  readonly free: string | undefined
  readonly sending: BuyState
  readonly buy: (request: BuyRequest) => void
  /** Requests a confirmation of an order before it is sent; none most of the time. */
  readonly question: ReactNode
  readonly checkAgain: () => void
  readonly dismiss: () => void
  readonly problemText: (problem: unknown) => string
}

const nothing = () => {}
export const visitorOrderContext: OrderContext = {
  signedIn: false,
  free: undefined,
  sending: { kind: 'idle' },
  buy: nothing,
  question: undefined,
  checkAgain: nothing,
  dismiss: nothing,
  problemText: () => '',
}
