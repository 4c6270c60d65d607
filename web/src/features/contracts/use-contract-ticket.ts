import { defaultLeverageOf, leveragesFor } from '@evenhand/proofs/contracts/leverage.ts'
import { useState } from 'react'
import { Refused } from '../../lib/problem.ts'
import { useAccountMode } from '../../lib/session.ts'
import { instrumentOf, pipText, rateCode, rateOf, unitsOf, type Facts } from './contract-live.ts'
import {
  decimalsIn,
  lotsOf,
  startTicket,
  stopPrice,
  stopsProblem,
  type Preview,
  type StopScale,
  type TicketState,
} from './contract-ticket.form.ts'
import { useQuotePart } from '../../feed/quote-store.ts'
import type { Placed } from '../../lib/place-order.ts'
import { fieldOf, leveragesIn } from './refusal-field.ts'
import { useBuyContract, type ContractRequest } from './use-buy-contract.ts'
import { priceTextOf, usePreview } from './use-preview.ts'
import { requestOf } from './contract-request.ts'

/** What a stop of the ticket is computed from, as its figures stand. */
function scaleOf(
  facts: Facts,
  state: TicketState,
  figures: { preview: Preview | undefined; ratePrice: string | undefined },
) {
  const { preview, ratePrice } = figures
  const rate = rateOf(facts.quote, ratePrice)
  if (!preview || !rate) return undefined
  const precision = decimalsIn(preview.openPrice)
  const open = unitsOf(preview.openPrice, precision)
  const { precision: decimals } = facts.item
  return {
    side: state.side,
    open,
    units: unitsOf(preview.units, 8),
    precision,
    decimals,
    rate,
  } satisfies StopScale
}

export type ContractTicketModel = ReturnType<typeof useContractTicket>
type TicketParams = { facts: Facts; closed: boolean; onPlaced: (order: Placed) => void }

/** The ticket of a contract: what is chosen, the figures that follow from it, what stands in the way, and the sending. */
export function useContractTicket({ facts, closed, onPlaced }: TicketParams) {
  const mode = useAccountMode()
  const offered = leveragesFor(instrumentOf(facts, 10), null)
  const [state, set] = useState<TicketState>(() => startTicket(defaultLeverageOf(offered) ?? 1))
  const [checked, setChecked] = useState(false)
  const [toConfirm, setToConfirm] = useState<ContractRequest>()
  const { preview, last, problem } = usePreview(facts.item.code, state, !closed)
  const ratePrice = useQuotePart(rateCode(facts.quote) ?? '', (quote) => quote?.price)
  const scale = scaleOf(facts, state, { preview, ratePrice })
  const { state: sending, buy, dismiss } = useBuyContract(onPlaced)
  const lots = lotsOf(state.lotsText)
  const stops = {
    stopLoss: stopPrice(state.stopLoss, 'stopLoss', scale),
    takeProfit: stopPrice(state.takeProfit, 'takeProfit', scale),
  }
  const wrongStops = preview && scale && stopsProblem(stops, preview, scale.precision)
  const errors = {
    lots: lots === undefined || lots < 1n,
    price: state.orderType !== 'MARKET' && priceTextOf(state.priceText) === undefined,
    stops: wrongStops,
  }
  const refused = sending.kind === 'refused' ? sending.problem : problem instanceof Refused ? problem : undefined
  const field = refused && fieldOf(refused)

  return {
    state,
    decimals: facts.item.precision,
    pip: pipText(facts),
    lots,
    leverages: refused && field === 'leverage' ? leveragesIn(refused) : (preview?.leverages ?? offered),
    // The margin of a leverage that is offered no more is that of no order.
    preview: field === 'leverage' ? undefined : preview,
    last,
    checked,
    scale,
    stops,
    errors: checked ? errors : { lots: false, price: false, stops: errors.stops },
    refused,
    field,
    sending,
    toConfirm,
    change: (part: Partial<TicketState>) => {
      set({ ...state, ...part })
      if (sending.kind !== 'sending' && sending.kind !== 'looking') dismiss()
    },
    /** Sends the order; on the real account it is shown once more first. */
    submit: () => {
      setChecked(true)
      const isWrong = errors.lots || errors.price || errors.stops !== undefined
      const order = isWrong ? undefined : requestOf(state, { code: facts.item.code, lots, stops, scale })
      if (!order) return
      if (mode === 'real') setToConfirm(order)
      else void buy(order)
    },
    confirm: () => {
      setToConfirm(undefined)
      if (toConfirm && mode === 'real') void buy(toConfirm)
    },
    cancel: () => setToConfirm(undefined),
    dismiss,
  }
}
