import type { buyContract } from '@evenhand/protocol/contracts.ts'
import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, parseUnits, type AccountMode } from '@evenhand/protocol/money.ts'
import type { ContractInstrument } from '@evenhand/proofs/contracts/classes.ts'
import { leveragesFor } from '@evenhand/proofs/contracts/leverage.ts'
import { openingOf, type Opening } from '@evenhand/proofs/contracts/opening.ts'
import { isPendingPrice } from '@evenhand/proofs/contracts/orders.ts'
import { openingPrice, sidesOf, type QuoteRate, type Sides } from '@evenhand/proofs/contracts/price.ts'
import { rateSourceOf } from '@evenhand/proofs/contracts/quote-rate.ts'
import { refusedStops, stopsBounds, type Stops, type StopsRefusal } from '@evenhand/proofs/contracts/stops.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { tradableNow, type Instrument, type Tick } from '../markets/index.ts'
import { contractInstrument, rateNow } from './contract-instrument.ts'
import type { ContractsDeps, SpendLimit } from './contracts.deps.ts'
import { contractModesOn } from './contracts.rules.ts'

type Request = Pick<
  z.output<typeof buyContract.request>,
  'code' | 'side' | 'orderType' | 'lots' | 'leverage' | 'price' | 'stopLoss' | 'takeProfit'
>

/** What an order would be taken on now. Prices in units of the instrument. */
export type ContractTicket = {
  instrument: Instrument
  facts: ContractInstrument
  termsVersion: number
  leverages: readonly number[]
  latest: Tick
  sides: Sides
  rate: QuoteRate
  /** The price it would open at: the side of the market, or that of the pending order. */
  openPrice: bigint
  price: bigint | null
  stops: Stops
  opening: Opening
  spendLimits: readonly SpendLimit[]
}

/** 0.01 lot, which is the least and the step. */
const lotStep = 1n

/**
 * The terms of a request, or the refusal that comes first in the one order of checks: product 10014 · country 40001 ·
 * safeguards · hours 10015 · feed 40007 · leverage and lots 30002, 10016 · pending price 10016 · stops 40009 to 40011.
 * Limits of the customer's own are read twice: in their place without a stake, and with the margin once it is known.
 * Stops are held against the close-out price by the caller, who knows the account.
 */
export async function contractTicket(deps: ContractsDeps, request: Request, call: Call): Promise<ContractTicket> {
  const { markets } = deps
  const instrument = markets.instrument(request.code)
  if (instrument === undefined || markets.listing(request.code)?.state === 'delisted') throw refuse('optionUnavailable')
  const { version: termsVersion, classes } = deps.terms.now()
  const { session, mode, ip } = call
  const facts = contractInstrument(instrument, classes, await deps.feeDiscountPpm?.(session))
  // Before the safeguards: nobody is to answer a questionnaire for what their country is not offered.
  const country = deps
    .countriesOf({ country: session.country, ip })
    .find((one) => leveragesFor(facts, one).length === 0)
  if (country !== undefined) throw refuse('notInYourCountry', { product: 'contracts', country })
  const leverages = leveragesFor(facts, session.country)
  const wanted = { session, ip, mode, product: 'contracts' } as const
  const spendLimits = (await deps.mayTrade({ ...wanted, stake: 0n })) ?? []
  const latest = tradableNow(deps, instrument, markets.session(request.code, deps.clock.now()))
  mustBeSourced(deps, { kind: latest.feedKind, mode })
  mustBeConverted(deps, instrument, mode)
  const rate = rateNow(markets, instrument)
  const sides = sidesOf(facts, latest.price)
  if (rate === undefined || sides.bid <= 0n) throw refuse('notTradableNow', { reason: 'stale' })
  if (!leverages.includes(request.leverage)) throw refuse('amountWrong', { field: 'leverage', choices: leverages })
  if (request.lots < lotStep) throw refuse('belowMinimumPurchase', { min: formatUnits(lotStep, 2) })
  const price = pendingPrice(request, { facts, sides })
  const openPrice = price ?? openingPrice(request.side, sides)
  const opening = openingOf(facts, { lots: request.lots, leverage: request.leverage, price: openPrice, rate })
  if (spendLimits.length > 0) await deps.mayTrade({ ...wanted, stake: opening.margin })
  const stops = { stopLoss: priceOf(request.stopLoss, facts), takeProfit: priceOf(request.takeProfit, facts) }
  return {
    instrument,
    facts,
    termsVersion,
    leverages,
    latest,
    sides,
    rate,
    openPrice,
    price,
    stops,
    opening,
    spendLimits,
  }
}

/** A price as it was entered, in units; undefined counts as none. Refuses 10016 one with more decimals than are recorded. */
export function priceOf(text: string | null | undefined, { precision }: { precision: number }): bigint | null {
  if (text === undefined || text === null) return null
  const units = parseUnits(text, precision)
  if (units === undefined || units <= 0n) throw refuse('amountWrong', { field: 'price' })
  return units
}

function pendingPrice(
  { orderType, side, price }: Request,
  { facts, sides }: { facts: ContractInstrument; sides: Sides },
): bigint | null {
  if (orderType === 'MARKET') {
    if (price !== undefined) throw refuse('amountWrong', { field: 'price' })
    return null
  }
  const units = priceOf(price, facts)
  if (units === null || !isPendingPrice({ type: orderType, side, price: units }, sides)) {
    const isBelow = (orderType === 'LIMIT') === (side === 'BUY')
    const bound = formatUnits(openingPrice(side, sides), facts.precision)
    throw refuse('amountWrong', { field: 'price', [isBelow ? 'max' : 'min']: bound })
  }
  return units
}

/** The sides that a ticket's stops are held against: those of the market, or around the price of a pending order. */
export const stopSides = ({ facts, sides, price }: Pick<ContractTicket, 'facts' | 'sides' | 'price'>): Sides =>
  price === null ? sides : sidesOf(facts, price)

/** Refuses stops on the wrong side or beyond the close-out price: 40009, 40010, 40011, with what is allowed. */
export function mustHold(stops: Stops, context: StopsContext): void {
  const refused = refusedStops(stops, context)
  if (refused !== null) throw stopsRefusal(refused, context)
}

type StopsContext = Parameters<typeof stopsBounds>[0] & { precision: number }

/** The refusal of stops with what is allowed. */
export function stopsRefusal(refused: StopsRefusal, context: StopsContext): Refusal {
  const bounds = viewBounds(context)
  if (refused === 'stopAndTakeUnreasonable') return refuse(refused, bounds)
  return refuse(refused, refused === 'stopLossUnreasonable' ? bounds.stopLoss : bounds.takeProfit)
}

/** Bounds of stops as the wire shows them. */
export function viewBounds(context: StopsContext) {
  const bounds = stopsBounds(context)
  const text = (units: bigint | null): string | null => (units === null ? null : formatUnits(units, context.precision))
  return {
    stopLoss: { from: text(bounds.stopLoss.from), to: text(bounds.stopLoss.to) },
    takeProfit: { from: text(bounds.takeProfit.from), to: text(bounds.takeProfit.to) },
  }
}

/**
 * The pair that converts the quote currency is a price of the contract too: refuses 10015 where it is old although its market
 * is open, and 40007 where it is of a kind on which contracts are not offered.
 */
function mustBeConverted(deps: ContractsDeps, { quote }: Instrument, mode: AccountMode): void {
  const { markets, clock } = deps
  const source = rateSourceOf(quote)
  if (source === null) return
  const session = markets.priceSession(source.code, clock.now())
  const latest = session.open ? tradableNow(deps, source, session) : markets.latest(source.code)
  if (latest !== undefined) mustBeSourced(deps, { kind: latest.feedKind, mode })
}

/** Refuses 40007 on prices of a kind on which contracts are not offered. */
function mustBeSourced({ installation }: ContractsDeps, { kind, mode }: { kind: FeedKind; mode: AccountMode }): void {
  if (contractModesOn({ kind, installation }).includes(mode)) return
  throw refuse('feedKindTooLow', { feedKind: kind, needed: kind === 'delayed' ? 'single' : 'thin' })
}
