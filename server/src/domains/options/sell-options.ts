import { formatUnits } from '@evenhand/protocol/money.ts'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { earlySalePrice } from '@evenhand/proofs/early-sale.ts'
import { entryLimitMs, entryOf, type TickRecord } from '@evenhand/proofs/settle.ts'
import { volatilityAt, volatilityFrom } from '@evenhand/proofs/volatility.ts'
import type { Call } from '../../kernel/http/http.ts'
import { Refusal, refuse } from '../../kernel/http/refusal.ts'
import type { AnyDb } from '../ledger/index.ts'
import { tradableNow, type Instrument, type Tick } from '../markets/index.ts'
import { entryTicks, termsOf, type Known } from './decide-orders.ts'
import type { Order, OptionsDeps, Sale } from './options.deps.ts'
import { keyRoutes, productOf, usdtText } from './options.rules.ts'
import { findOrder, isSettled } from './options.store.ts'
import { writeSettlements } from './settle-options.ts'
import { viewOrder } from './view-order.ts'

/** No early sale within this of entry or of expiry. */
const saleMarginMs = 15_000

export type SaleDeps = OptionsDeps & Known & { nextSecond: (untilMs: number) => Promise<void> }
type Running = { order: Order; instrument: Instrument; entry: TickRecord; expiresAt: number }

/** What an early sale would pay at the newest tick, with every input of the formula; nothing is promised by it. */
export async function quoteSale(deps: SaleDeps, request: { id: string }, call: Call) {
  const running = await sellableOrder(deps, request.id, call)
  const tick = pricedNow(deps, running.instrument)
  const sale = await priceSale(deps, running, tick)
  return { price: sale.price, S: sale.S, K: sale.K, tau: sale.tau, sigma: sale.sigma, p: sale.p, ts: tick.ts }
}

/**
 * Sells an open option at the price computed from the first tick recorded after the call, by the entry rule; refuses
 * 40031 below `minPrice`, and 10015 when no such tick comes within five seconds: then nothing has happened.
 */
export async function sell(
  deps: SaleDeps,
  request: { id: string; minPrice: bigint },
  call: Call,
): Promise<{ order: OptionOrder }> {
  const requestHash = call.key === undefined ? undefined : call.requestHash()
  if (!(await wasSold(deps, call, requestHash))) {
    try {
      await sellAtNextTick(deps, { request, call, requestHash })
    } catch (cause) {
      // The same call beside this one may have sold it while this one waited for the tick.
      if (!(cause instanceof Refusal) || !(await wasSold(deps, call, requestHash))) throw cause
    }
  }
  return { order: await viewSettled(deps, request.id, call) }
}

type Selling = { request: { id: string; minPrice: bigint }; call: Call; requestHash: Buffer | undefined }

async function sellAtNextTick(deps: SaleDeps, { request, call, requestHash }: Selling): Promise<void> {
  const running = await sellableOrder(deps, request.id, call)
  const acceptedAt = deps.clock.now()
  const seenSeq = pricedNow(deps, running.instrument).seq
  const tick = await firstTickAfter(deps, running.instrument, { acceptedAt, seenSeq })
  if (tick === undefined) throw refuse('notTradableNow', { reason: 'stale' })
  const sale = await priceSale(deps, running, tick)
  if (sale.units < request.minPrice) throw refuse('belowYourPrice', { price: sale.price })
  await writeSale(deps, { running, sale: { ...sale, acceptedAt, seenSeq }, call, requestHash })
}

async function sellableOrder(deps: SaleDeps, id: string, call: Call): Promise<Running> {
  const order = await findOrder(deps.db, { accountId: call.session.accountId, id })
  if (order === undefined) throw refuse('notFound')
  if (order.mode !== call.mode) throw refuse('modeMismatch')
  if (isSettled(order) || !productOf(order.limitTime).earlySale)
    throw refuse('notTradableNow', { reason: 'notForSale' })
  const [ticks = []] = await entryTicks([order], deps)
  const entry = entryOf(termsOf(order), ticks)
  const now = deps.clock.now()
  const expiresAt = (entry?.ts ?? 0) + order.limitTime * 1000
  if (entry === undefined || now < entry.ts + saleMarginMs || now > expiresAt - saleMarginMs)
    throw refuse('notTradableNow', { reason: 'notForSale' })
  return { order, instrument: deps.instrumentOf(order.instrumentId), entry, expiresAt }
}

/** An operator who stops new orders keeps no customer from closing open ones: the session is that of the price. */
const pricedNow = (deps: SaleDeps, instrument: Instrument): Tick =>
  tradableNow(deps, instrument, deps.markets.priceSession(instrument.code, deps.clock.now()))

async function firstTickAfter(
  deps: SaleDeps,
  { code }: Instrument,
  terms: { acceptedAt: number; seenSeq: number },
): Promise<TickRecord | undefined> {
  const until = terms.acceptedAt + entryLimitMs
  // The wait is measured by time that only rises: a clock that goes back must not keep a caller waiting.
  const began = deps.clock.monotonic()
  while (deps.clock.monotonic() - began <= entryLimitMs + 1_000) {
    const [ticks = []] = await deps.markets.ticks([{ code, from: terms.acceptedAt, to: until }])
    const found = entryOf(terms, ticks)
    if (found !== undefined) return found
    await deps.nextSecond(1_000)
  }
  return undefined
}

async function priceSale(deps: SaleDeps, { order, instrument, entry, expiresAt }: Running, tick: TickRecord) {
  const [history = []] = await deps.markets.ticks([
    { code: instrument.code, from: volatilityFrom(tick.ts), to: tick.ts },
  ])
  const sigma = volatilityAt(tick.ts, history)
  const tau = Math.round((expiresAt - tick.ts) / 1000)
  const { pPpm, price } = earlySalePrice({
    S: tick.price,
    K: entry.price,
    tau,
    sigma,
    direction: order.direction,
    stake: order.stake,
    payoutPpm: order.payoutPpm,
  })
  const text = (units: bigint): string => formatUnits(units, instrument.precision)
  return {
    units: price,
    price: usdtText(price),
    S: text(tick.price),
    K: text(entry.price),
    tau,
    sigma,
    p: formatUnits(pPpm, 6),
    tick: { seq: tick.seq, ts: tick.ts, price: text(tick.price) },
  }
}

type SaleWriting = { running: Running; sale: Sale & { units: bigint }; call: Call; requestHash: Buffer | undefined }

/** The key and the settlement in one transaction; an order that settled meanwhile refuses, its result stands. */
async function writeSale(deps: SaleDeps, { running, sale, call, requestHash }: SaleWriting): Promise<void> {
  const { order, entry, expiresAt } = running
  const { units, ...kept } = sale
  const settled = await deps.db.transaction().execute(async (tx) => {
    if (requestHash !== undefined && call.key !== undefined) {
      const isNew = await deps.ledger.remember(tx as AnyDb, {
        accountId: order.accountId,
        key: call.key,
        route: keyRoutes.sell,
        request: requestHash,
        ref: order.id,
      })
      if (!isNew) throw refuse('keyReused')
    }
    const settlement = { status: 'WON', entry, exit: null, expiresAt, voidAt: null, gain: units - order.stake } as const
    const done = await writeSettlements(tx as AnyDb, {
      decided: [{ order, settlement, sale: kept }],
      at: deps.clock.now(),
    })
    if (done.length === 0) throw refuse('notTradableNow', { reason: 'notForSale' })
    return done
  })
  deps.settled?.(settled)
}

/** True when the call's key sold this order before; refuses 40028 when it was used for another request. */
async function wasSold(deps: SaleDeps, call: Call, requestHash: Buffer | undefined): Promise<boolean> {
  if (requestHash === undefined) return false
  const keys = await deps.ledger.findKey({ accountId: call.session.accountId, key: call.key ?? '' })
  const known = keys.find((one) => one.route === keyRoutes.sell)
  if (known !== undefined && !known.request.equals(requestHash)) throw refuse('keyReused')
  return known !== undefined
}

async function viewSettled(deps: SaleDeps, id: string, call: Call): Promise<OptionOrder> {
  const order = await findOrder(deps.db, { accountId: call.session.accountId, id })
  if (order === undefined) throw refuse('notFound')
  return viewOrder(order, { instrument: deps.instrumentOf(order.instrumentId) })
}
