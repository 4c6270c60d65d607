import type { buyOptions, quoteOptions } from '@evenhand/protocol/options.ts'
import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, tradingAsset, type AccountMode } from '@evenhand/protocol/money.ts'
import { winOf } from '@evenhand/proofs/settle.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { tradableNow, type Instrument, type Tick } from '../markets/index.ts'
import {
  breakEvenText,
  checkFeed,
  checkStake,
  expectedReturnOf,
  offeredOf,
  productOf,
  rateText,
  sessionRestMs,
  usdtText,
  type Product,
} from './options.rules.ts'
import type { SpendLimit, OptionsDeps } from './options.deps.ts'
import { reserveLeft } from './reserve.ts'
import type { Terms } from './terms-book.ts'

/** What an order would be accepted on now. */
export type Ticket = {
  instrument: Instrument
  terms: Terms
  product: Product
  latest: Tick
  spendLimits: readonly SpendLimit[]
}
type Request = Pick<z.output<typeof buyOptions.request>, 'code' | 'limitTime' | 'amount'>

/**
 * The terms of a request, or the refusal that comes first in the one order of checks: product 10014 · country 40001 ·
 * safeguards · hours 10015 · feed 40007 · term 10017 · amount 30002, 10016.
 */
export async function ticketOf(
  deps: OptionsDeps,
  request: Request,
  call: Pick<Call, 'session' | 'mode' | 'ip'>,
): Promise<Ticket> {
  const instrument = deps.markets.instrument(request.code)
  if (instrument === undefined || deps.markets.listing(request.code)?.state === 'delisted')
    throw refuse('optionUnavailable')
  const terms = deps.terms.now()
  const offered = offeredOn(deps, request.code, terms)
  const { session, mode, ip } = call
  const requested = deps.mayTrade({ session, ip, mode, product: 'options', stake: request.amount })
  // Nearly every response is there at once: one tick of the event loop for each order would be wasted.
  const spendLimits = (requested instanceof Promise ? await requested : requested) ?? []
  // A delayed price is never of now, so it is refused for what it is and not for its age.
  if (deps.markets.latest(request.code)?.feedKind === 'delayed')
    mustQualify(deps, { ...request, kind: 'delayed' }, call)
  const latest = tradableNow(deps, instrument, deps.markets.session(request.code, deps.clock.now()))
  mustQualify(deps, { ...request, kind: latest.feedKind }, call)
  const product = productOf(request.limitTime, offered)
  checkSessionLasts(deps, instrument, product)
  checkStake(product, request.amount)
  return { instrument, terms, product, latest, spendLimits }
}

/** The terms that the grain of an instrument's price leaves; refuses 10014 where it leaves none. */
function offeredOn({ markets }: OptionsDeps, code: string, terms: Terms): readonly Product[] {
  const offered = offeredOf(terms.products, markets.termFloor(code))
  if (offered.length === 0) throw refuse('optionUnavailable')
  return offered
}

const mustQualify = (
  { markets, installation }: OptionsDeps,
  { code, kind }: { code: string; kind: FeedKind },
  { mode }: Pick<Call, 'mode'>,
): void => checkFeed({ kind, mode, installation, licensed: markets.isLicensed(code) })

function checkSessionLasts({ markets, clock }: OptionsDeps, { code }: Instrument, product: Product): void {
  const now = clock.now()
  const { until } = markets.session(code, now)
  if (until !== null && until < now + product.limitTime * 1000 + sessionRestMs)
    throw refuse('notTradableNow', { reason: 'sessionEnds', closesAt: until })
}

/** The terms an order would have now, each figure of the ticket; holds nothing. */
export async function quote(
  deps: OptionsDeps,
  request: z.output<typeof quoteOptions.request>,
  call: Call,
): Promise<z.input<typeof quoteOptions.result>> {
  const { instrument, terms, product, latest } = await ticketOf(deps, request, call)
  return {
    payoutRate: rateText(product.payoutPpm),
    win: usdtText(winOf({ stake: request.amount, payoutPpm: product.payoutPpm })),
    loss: usdtText(request.amount),
    breakEven: breakEvenText(product.payoutPpm),
    expectedReturn: usdtText(expectedReturnOf(request.amount, product.payoutPpm)),
    price: formatUnits(latest.price, instrument.precision),
    ts: latest.ts,
    feedKind: latest.feedKind,
    version: terms.version,
  }
}

/** Smallest and largest stake of a limit time and what the reserve of the account can still back. */
export async function minAmount(
  deps: OptionsDeps,
  request: { limitTime: number; code?: string | undefined },
  mode: AccountMode,
) {
  if (request.code !== undefined && deps.markets.instrument(request.code) === undefined)
    throw refuse('optionUnavailable')
  const terms = deps.terms.now()
  const product = productOf(
    request.limitTime,
    request.code === undefined ? terms.products : offeredOn(deps, request.code, terms),
  )
  return {
    min: usdtText(product.min),
    max: usdtText(product.max),
    payoutRate: rateText(product.payoutPpm),
    reserveLeft: usdtText(await reserveLeft(deps, tradingAsset(mode))),
  }
}
