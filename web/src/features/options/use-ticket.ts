import type { MarketItem } from '@evenhand/protocol/markets.ts'
import type { Direction } from '@evenhand/protocol/options.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'
import { errorsOf, startTicket, summaryOf, withLimitTime, type Terms, type TicketState } from './buy-ticket.form.ts'
import type { Placed } from './place-order.ts'
import { placeOf, type RefusalPlace } from './refusal-place.ts'
import { useBuyOption } from './use-buy-option.ts'
import { useFreeBalance } from './use-free-balance.ts'

const lastKey = 'limitTime'
const lastLimitTime = () => Number.parseInt(readStored(lastKey) ?? '', 10)

export type Ticket = ReturnType<typeof useTicket>
type TicketOf = { item: MarketItem; terms: readonly Terms[]; onPlaced: (order: Placed) => void }

/** The ticket of an instrument: what is chosen, what follows from it, and the sending. */
export function useTicket({ item, terms: offered, onPlaced }: TicketOf) {
  const queries = useQueryClient()
  const free = useFreeBalance()
  const [state, set] = useState<TicketState>(() =>
    startTicket(offered, { direction: 'UP', lastLimitTime: lastLimitTime() }),
  )
  const [checked, setChecked] = useState(false)
  /** Rates the customer has agreed to after the server named new ones. */
  const [agreed, setAgreed] = useState<Readonly<Record<number, string>>>({})
  const amountInput = useRef<HTMLInputElement>(null)
  const {
    state: sending,
    buy,
    lookAgain,
    dismiss,
  } = useBuyOption((order) => {
    setChecked(false)
    void queries.invalidateQueries({ queryKey: ['mine'] })
    onPlaced(order)
  })

  const terms = offered.map((one) => ({ ...one, payoutRate: agreed[one.limitTime] ?? one.payoutRate }))
  const facts = { terms, free }
  const summary = summaryOf(state, facts)
  const errors = errorsOf(state, facts)
  const refused = sending.kind === 'refused' ? sending.problem : undefined
  const place: RefusalPlace | undefined = refused && placeOf(refused.key)

  const change = (next: TicketState) => {
    set(next)
    if (sending.kind === 'refused' && place !== 'wait') dismiss()
  }
  const send = (payoutRate: string) => {
    setChecked(true)
    if (errors.amount || errors.limitTime || !summary.amount) return amountInput.current?.focus()
    const { direction, limitTime } = state
    return void buy({ code: item.code, direction, limitTime, amount: summary.amount.units, payoutRate })
  }
  return {
    item,
    terms,
    free,
    state,
    summary,
    errors: checked ? errors : {},
    sending,
    refused,
    place,
    amountInput,
    chooseDirection: (direction: Direction) => change({ ...state, direction }),
    chooseLimitTime: (limitTime: number) => {
      writeStored(lastKey, String(limitTime))
      change(withLimitTime(state, terms, limitTime))
    },
    typeAmount: (amountText: string) => change({ ...state, amountText, touched: true }),
    leaveAmount: () => setChecked(true),
    submit: () => send(summary.terms?.payoutRate ?? '0'),
    /** Takes the new rate the server named and sends the order with it. */
    agree: (payoutRate: string) => {
      setAgreed({ ...agreed, [state.limitTime]: payoutRate })
      void queries.invalidateQueries({ queryKey: ['market-info', item.code] })
      send(payoutRate)
    },
    lookAgain: () => void lookAgain(),
    dismiss,
  }
}
