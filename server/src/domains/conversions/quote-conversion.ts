import { codesOf, convert, type CoinPrice, type Converted } from '@evenhand/proofs/convert.ts'
import { conversionQuoteSeconds, type ConversionQuote } from '@evenhand/protocol/conversion.ts'
import type { FundCoin } from '@evenhand/protocol/funds.ts'
import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { assetScales, formatUnits, moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { shortRefusal } from '../ledger/index.ts'
import type { ConversionsDeps } from './conversions.deps.ts'
import { forgetConversionQuotes, keepConversionQuote, type Quote } from './conversions.store.ts'
import { hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

const rule = { name: 'conversionQuote', max: 60, perMs: minuteMs }
/** A price older than this decides nothing. */
export const freshMs = 5_000

export type Exchange = { from: FundCoin; to: FundCoin; amount: bigint }

/** A conversion takes no more smallest units at once: far beyond what exists, and within what the books can count. */
const max = 10n ** 17n

/** What was typed, in smallest units; refuses 10016 what is no amount of that coin, and a coin against itself. */
export function exchangeOf({ from, to, amount }: { from: FundCoin; to: FundCoin; amount: string }): Exchange {
  const units = parseUnits(amount, assetScales[from])
  if (units === undefined || units <= 0n || units > max) {
    const scale = assetScales[from]
    throw refuse('amountWrong', { step: formatUnits(1n, scale), max: formatUnits(max, scale, 0) })
  }
  if (from === to) throw refuse('dataIncomplete', { fields: [{ field: 'to', reason: 'malformed' }] })
  return { from, to, amount: units }
}

/**
 * Refuses 40007 a price that may not decide a conversion: a live installation converts at prices of two sources or more, a
 * sandbox at any that is of now.
 */
export function mustDecide(kind: FeedKind, installation: 'sandbox' | 'live'): void {
  if (!mayDecide(kind, installation))
    throw refuse('feedKindTooLow', { feedKind: kind, needed: installation === 'live' ? 'thin' : 'single' })
}

/** Whether a price of a kind may decide what coins are exchanged at. */
export const mayDecide = (kind: FeedKind, installation: 'sandbox' | 'live'): boolean =>
  kind === 'live' || kind === 'thin' || (installation === 'sandbox' && kind !== 'delayed')

/** The newest prices of a pair; refuses 10015 when one is older than five seconds, and 40007 one of too few sources. */
function pricesNow(deps: ConversionsDeps, pair: { from: FundCoin; to: FundCoin }): Prices {
  const { markets, clock, installation } = deps
  const prices: Prices = {}
  for (const code of codesOf(pair)) {
    const tick = markets.latest(code)
    const precision = markets.instrument(code)?.precision
    if (tick === undefined || precision === undefined || clock.now() - tick.ts > freshMs)
      throw refuse('notTradableNow', { reason: 'stale' })
    mustDecide(tick.feedKind, installation)
    prices[coinTradedAs(code)] = { price: tick.price, precision }
  }
  return prices
}

/** The coin whose price an instrument is. */
export const coinTradedAs = (code: string): FundCoin => (code === 'BTCUSDT' ? 'BTC' : 'ETH')

type Prices = Partial<Record<FundCoin, CoinPrice>>
type Priced = Pick<Exchange, 'from' | 'to'> & { prices: Prices }

/** The smallest amount of `from` that comes to `received` of `to` at these prices, fee and all. */
export function smallestFor(priced: Priced, received: bigint): bigint {
  let below = 0n
  let enough = max
  while (enough - below > 1n) {
    const middle = (below + enough) / 2n
    if (convert({ ...priced, amount: middle }).received >= received) enough = middle
    else below = middle
  }
  return enough
}

/** 30002 for what comes to nothing, with the smallest amount to give that comes to something. */
export const tooLittle = (priced: Priced): Refusal =>
  refuse('belowMinimumPurchase', { min: moneyText({ asset: priced.from, units: smallestFor(priced, 1n) }) })

/** 40008 with how much can be given for what the house has; without a number where it has nothing. */
export async function beyondInventory({ ledger }: ConversionsDeps, priced: Priced): Promise<Refusal> {
  const left = await ledger.houseFree(await ledger.accountNamed('house:inventory'), priced.to)
  const amount = smallestFor(priced, left + 1n) - 1n
  return refuse('capacityReached', amount <= 0n ? {} : { left: moneyText({ asset: priced.from, units: amount }) })
}

/** 10026 with what may be converted, 40032 where only loan money is there for it; 10022 or 30003 where it is there and waits for its customer to be verified. */
export async function tooMuch(
  { ledger, identityRefusal }: ConversionsDeps,
  { from: asset, amount, session }: Pick<Exchange, 'from' | 'amount'> & Pick<Call, 'session'>,
): Promise<Refusal> {
  const { accountId, customerId } = session
  const [balances, tradable] = await Promise.all([ledger.balances(accountId), ledger.tradable({ accountId, asset })])
  const short = { key: 'insufficientBalance', asset, needed: amount, usable: tradable, balances } as const
  return shortRefusal(short, () => identityRefusal(customerId))
}

/** Refuses what could not be converted whatever the price: too little to be anything, more than may be traded with, or than there is. */
async function mustFit(
  deps: ConversionsDeps,
  { from, to, amount }: Exchange,
  params: { call: Call; done: Converted; prices: Prices },
): Promise<void> {
  const { ledger } = deps
  const { accountId } = params.call.session
  const priced = { from, to, prices: params.prices }
  if (params.done.received === 0n) throw tooLittle(priced)
  if ((await ledger.tradable({ accountId, asset: from })) < amount)
    throw await tooMuch(deps, { from, amount, session: params.call.session })
  const left = await ledger.houseFree(await ledger.accountNamed('house:inventory'), to)
  if (left < params.done.received) throw await beyondInventory(deps, priced)
}

/** A quote of this moment, kept for a minute. */
export async function newQuote(
  deps: ConversionsDeps,
  { from, to, amount }: Exchange,
  call: Call,
): Promise<ConversionQuote> {
  const exchange = { from, to, amount }
  const { db, clock } = deps
  const prices = pricesNow(deps, exchange)
  const done = convert({ ...exchange, prices })
  await mustFit(deps, exchange, { call, done, prices })
  const at = clock.now()
  const endsAt = at + conversionQuoteSeconds * 1000
  const { customerId } = call.session
  const quote: Quote = { id: uuidV7(at), customerId, ...exchange, received: done.received, at, endsAt }
  await keepConversionQuote(db, quote)
  await forgetConversionQuotes(db, at - hourMs)
  return {
    quoteId: quote.id,
    price: done.price,
    fee: moneyText({ asset: exchange.from, units: done.fee }),
    receive: moneyText({ asset: exchange.to, units: done.received }),
    expiresAt: endsAt,
  }
}

/** Price, fee and what is received of an amount now; refuses as the conversion itself would. */
export async function quoteConversion(
  deps: ConversionsDeps,
  request: { from: FundCoin; to: FundCoin; amount: string },
  call: Call,
): Promise<ConversionQuote> {
  await deps.mayConvert({ session: call.session, ip: call.ip })
  const exchange = exchangeOf(request)
  deps.limits.take(rule, call.session.customerId)
  return newQuote(deps, exchange, call)
}
