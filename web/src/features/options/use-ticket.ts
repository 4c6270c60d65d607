import type { MarketItem } from '@evenhand/protocol/markets.ts'
import type { Direction } from '@evenhand/protocol/options.ts'
import { useRef, useState } from 'react'
import { productNow } from '../../feed/quote-store.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import {
  errorsOf,
  isTooLittle,
  shortText,
  startTicket,
  steppedAmount,
  summaryOf,
  withLimitTime,
  type Terms,
  type TicketState,
} from './buy-ticket.form.ts'
import { keepLastOrder, lastOrder } from './last-order.ts'
import type { OrderContext } from './order-context.ts'
import { fitsSession } from './market-closure.ts'
import { fieldFor, type RefusalField } from './refusal-field.ts'

const lastKey = 'limitTime'
const lastLimitTime = () => Number.parseInt(readStored(lastKey) ?? '', 10)

export type Ticket = ReturnType<typeof useTicket>
type TicketParams = {
  item: MarketItem
  terms: readonly Terms[]
  orderContext: OrderContext
  /** The server named other terms than the page knows. */
  onTermsChanged: () => void
}

/** The ticket of an instrument: what is chosen, what follows from it, and the sending. */
export function useTicket({ item, terms: offered, orderContext, onTermsChanged }: TicketParams) {
  const { free, sending, dismiss } = orderContext
  const [state, set] = useState<TicketState>(() =>
    startTicket(offered, { direction: 'UP', lastLimitTime: lastLimitTime() }),
  )
  const [checked, setChecked] = useState(false)
  /** Rates the customer has agreed to after the server named new ones. */
  const [agreed, setAgreed] = useState<Readonly<Record<number, string>>>({})
  const last = lastOrder()
  const amountInput = useRef<HTMLInputElement>(null)
  const terms = offered.map((one) => ({ ...one, payoutRate: agreed[one.limitTime] ?? one.payoutRate }))
  const facts = { terms, free }
  const summary = summaryOf(state, facts)
  const errors = errorsOf(state, facts)
  /** False when the session ends before an order of this limit time could. */
  const lasts = fitsSession(item.session, state.limitTime, productNow())
  const refused = sending.kind === 'refused' ? sending.problem : undefined
  const field: RefusalField | undefined = refused && fieldFor(refused.key)

  const change = (next: TicketState) => {
    set(next)
    if (sending.kind === 'refused' && field !== 'wait') dismiss()
  }
  const send = (payoutRate: string) => {
    setChecked(true)
    if (!lasts) return undefined
    if (errors.amount || errors.limitTime || !summary.amount) return amountInput.current?.focus()
    const { direction, limitTime } = state
    return orderContext.buy({ code: item.code, direction, limitTime, amount: summary.amount.units, payoutRate })
  }
  return {
    item,
    terms,
    free,
    state,
    summary,
    lasts,
    errors: checked ? errors : {},
    sending,
    refused,
    field,
    amountInput,
    chooseDirection: (direction: Direction) => change({ ...state, direction }),
    chooseLimitTime: (limitTime: number) => {
      writeStored(lastKey, String(limitTime))
      change(withLimitTime(state, terms, limitTime))
    },
    typeAmount: (amountText: string) => change({ ...state, amountText, touched: true }),
    stepAmount: (by: -1 | 1) => change({ ...state, amountText: steppedAmount(state, facts, by), touched: true }),
    /** Whether not even the smallest stake is free. */
    isTooLittle: isTooLittle(facts),
    /** Puts what was ordered last into the ticket; undefined where it cannot be ordered here. */
    repeatLast:
      last && terms.some(({ limitTime }) => limitTime === last.limitTime)
        ? () => change({ ...last, touched: true })
        : undefined,
    keepLast: () => summary.amount && keepLastOrder({ ...state, amountText: shortText(summary.amount.text) }),
    leaveAmount: () => setChecked(true),
    uncheck: () => setChecked(false),
    submit: () => send(summary.terms?.payoutRate ?? '0'),
    /** Takes the new rate the server named and sends the order with it. */
    agree: (payoutRate: string) => {
      setAgreed({ ...agreed, [state.limitTime]: payoutRate })
      onTermsChanged()
      send(payoutRate)
    },
    checkAgain: orderContext.checkAgain,
    dismiss,
    problemText: orderContext.problemText,
    signedIn: orderContext.signedIn,
  }
}
