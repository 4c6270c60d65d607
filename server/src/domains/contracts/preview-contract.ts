import { accountState, closeOutPrice, type Marked } from '@evenhand/proofs/contracts/account.ts'
import { statedTerms } from '@evenhand/proofs/contracts/class-table.ts'
import { feeOf } from '@evenhand/proofs/contracts/opening.ts'
import { financingOf } from '@evenhand/proofs/contracts/financing.ts'
import { closingPrice, worthOf } from '@evenhand/proofs/contracts/price.ts'
import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import type { previewContract } from '@evenhand/protocol/contracts.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { accountNow, viewMargin, type AccountNow, type KnownContracts } from './account-now.ts'
import { expiryOf } from './contract-instrument.ts'
import { contractTicket, mustHold, stopSides, viewBounds, type ContractTicket } from './contract-ticket.ts'
import { usdtText } from './contracts.rules.ts'

type Request = z.output<typeof previewContract.request>

type OpeningTicket = Pick<ContractTicket, 'instrument' | 'facts' | 'sides' | 'rate' | 'openPrice' | 'price' | 'opening'>

/** The position a ticket would open, in the account as it stands: with it, and its close-out price. */
export function withTicket(account: AccountNow, ticket: OpeningTicket, { side }: Pick<Request, 'side'>) {
  const { units, margin, fee } = ticket.opening
  const holding = { side, units, open: ticket.openPrice, precision: ticket.instrument.precision, margin, financing: 0n }
  const marked: Marked = { holding, sides: stopSides(ticket), rate: ticket.rate }
  const positions = [...account.marked, marked]
  const state = accountState(account.cash - fee, positions, account.held)
  const closeOut = closeOutPrice(marked, state)
  return { state, positions, closeOut, stopBound: stopBoundOf(closeOut, ticket, side) }
}

/**
 * The close-out price as a bound of stops. One on the wrong side of the market is that of a market order for which the margin
 * is not there: what is refused then is the margin (30004), and no stop is between bounds that cross.
 */
function stopBoundOf(closeOut: bigint | null, { price, sides }: OpeningTicket, side: Request['side']): bigint | null {
  if (closeOut === null || price !== null) return closeOut
  return (side === 'BUY' ? closeOut < sides.bid : closeOut > sides.ask) ? closeOut : null
}

/** What a contract costs, in smallest units of USDT: half the spread on both sides, both fees, and one night. */
function costsOf({ facts, sides, opening, openPrice, rate }: ContractTicket, side: Request['side']) {
  const { units } = opening
  const spread = worthOf({ units, price: sides.ask - sides.bid, precision: facts.precision, rate }, 'ceil')
  const feeClose = feeOf(facts, { units, price: closingPrice(side, sides), rate })
  const financingDay = financingOf(facts, { units, price: openPrice, rate })
  return { spread, feeOpen: opening.fee, feeClose, financingDay, total: spread + opening.fee + feeClose }
}

/** Every figure of the ticket now; holds nothing. */
export async function preview(
  deps: KnownContracts,
  request: Request,
  call: Call,
): Promise<z.input<typeof previewContract.result>> {
  const ticket = await contractTicket(deps, request, call)
  const { facts, sides, opening, latest, rate } = ticket
  const account = await accountNow(deps, { accountId: call.session.accountId, mode: call.mode })
  const { state, positions, closeOut, stopBound } = withTicket(account, ticket, request)
  const context = { side: request.side, sides: stopSides(ticket), closeOut: stopBound, precision: facts.precision }
  mustHold(ticket.stops, context)
  const cost = costsOf(ticket, request.side)
  const { feeDiscount } = statedTerms(facts)
  const text = (units: bigint): string => formatUnits(units, facts.precision)
  // What the index must move to pay what going in and out costs: money ÷ (units · rate), rounded up to the grid.
  const perUnit = worthOf(
    { units: opening.units, price: 10n ** BigInt(facts.precision), precision: facts.precision, rate },
    'floor',
  )
  const move = perUnit === 0n ? 0n : mulDiv(cost.total, 10n ** BigInt(facts.precision), perUnit, 'ceil')
  return {
    bid: text(sides.bid),
    ask: text(sides.ask),
    openPrice: text(ticket.openPrice),
    ts: latest.ts,
    feedKind: latest.feedKind,
    units: formatUnits(opening.units, 8, 2),
    notional: usdtText(opening.notional),
    requiredMargin: usdtText(opening.margin),
    leverages: [...ticket.leverages],
    cost: {
      spread: usdtText(cost.spread),
      feeOpen: usdtText(cost.feeOpen),
      feeClose: usdtText(cost.feeClose),
      financingDay: usdtText(cost.financingDay),
      total: usdtText(cost.total),
      ...(feeDiscount === undefined ? {} : { feeDiscount }),
    },
    breakEvenMove: text(move),
    breakEvenPct: formatUnits(mulDiv(move, 1_000_000n, latest.price, 'ceil'), 4),
    closeOutPrice: closeOut === null ? null : text(closeOut),
    ...viewBounds(context),
    expirationTime: expiryOf(deps.markets, ticket.instrument, deps.clock.now())?.at ?? null,
    after: viewMargin(state, positions),
  }
}
