import type { buyOptions, quoteOptions } from '@evenhand/protocol/options.ts'
import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, tradingAsset, type AccountMode } from '@evenhand/protocol/money.ts'
import { winOf } from '@evenhand/proofs/settle.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Instrument, SessionState, Tick } from '../markets/index.ts'
import {
  breakEvenText,
  checkFeed,
  checkStake,
  clockSlackMs,
  expectedReturnOf,
  offeredOf,
  oldestPriceMs,
  productOf,
  rateText,
  sessionRestMs,
  usdtText,
  type Product,
} from './options.rules.ts'
import type { Ceiling, OptionsDeps } from './options.deps.ts'
import { reserveLeft } from './reserve.ts'
import type { Terms } from './terms-book.ts'

/** What an order would be accepted on now. */
export type Ticket = {
  instrument: Instrument
  terms: Terms
  product: Product
  latest: Tick
  ceilings: readonly Ceiling[]
}
type Ask = Pick<z.output<typeof buyOptions.ask>, 'code' | 'limitTime' | 'amount'>

/**
 * The terms of an ask, or the refusal that comes first in the one order of checks: product 10014 · country 40001 ·
 * safeguards · hours 10015 · feed 40007 · term 10017 · amount 30002, 10016.
 */
export async function ticketOf(
  deps: OptionsDeps,
  ask: Ask,
  call: Pick<Call, 'session' | 'mode' | 'ip'>,
): Promise<Ticket> {
  const instrument = deps.markets.instrument(ask.code)
  if (instrument === undefined || deps.markets.listing(ask.code)?.state === 'delisted')
    throw refuse('optionUnavailable')
  const terms = deps.terms.now()
  const offered = offeredOn(deps, ask.code, terms)
  const { session, mode, ip } = call
  const asked = deps.mayTrade({ session, ip, mode, product: 'options', stake: ask.amount })
  // Nearly every answer is there at once: a turn of the loop for each order would be waited for in vain.
  const ceilings = (asked instanceof Promise ? await asked : asked) ?? []
  // A delayed price is never of now, so it is refused for what it is and not for its age.
  if (deps.markets.latest(ask.code)?.feedKind === 'delayed') mustQualify(deps, { ...ask, kind: 'delayed' }, call)
  const latest = tradableNow(deps, instrument)
  mustQualify(deps, { ...ask, kind: latest.feedKind }, call)
  const product = productOf(ask.limitTime, offered)
  checkSessionLasts(deps, instrument, product)
  checkStake(product, ask.amount)
  return { instrument, terms, product, latest, ceilings }
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

/**
 * The newest tick of an instrument that trades now; refuses 10015 with the reason and, where known, when it opens. An
 * operator who takes no new orders stops nobody from closing what is open.
 */
export function tradableNow(
  { markets, clock }: OptionsDeps,
  { code }: Instrument,
  session: SessionState = markets.session(code, clock.now()),
): Tick {
  const now = clock.now()
  if (!session.open)
    throw refuse('notTradableNow', {
      reason: session.reason ?? 'closed',
      ...(session.until === null ? {} : { opensAt: session.until }),
    })
  const latest = markets.latest(code)
  // A newest price in the future means that the clock went back: the record stands still until it has caught up.
  if (latest === undefined || now - latest.ts > oldestPriceMs || latest.ts - now > clockSlackMs)
    throw refuse('notTradableNow', { reason: 'stale' })
  return latest
}

function checkSessionLasts({ markets, clock }: OptionsDeps, { code }: Instrument, product: Product): void {
  const now = clock.now()
  const { until } = markets.session(code, now)
  if (until !== null && until < now + product.limitTime * 1000 + sessionRestMs)
    throw refuse('notTradableNow', { reason: 'sessionEnds', closesAt: until })
}

/** The terms an order would have now, each figure of the ticket; holds nothing. */
export async function quote(
  deps: OptionsDeps,
  ask: z.output<typeof quoteOptions.ask>,
  call: Call,
): Promise<z.input<typeof quoteOptions.result>> {
  const { instrument, terms, product, latest } = await ticketOf(deps, ask, call)
  return {
    payoutRate: rateText(product.payoutPpm),
    win: usdtText(winOf({ stake: ask.amount, payoutPpm: product.payoutPpm })),
    loss: usdtText(ask.amount),
    breakEven: breakEvenText(product.payoutPpm),
    expectedReturn: usdtText(expectedReturnOf(ask.amount, product.payoutPpm)),
    price: formatUnits(latest.price, instrument.precision),
    ts: latest.ts,
    feedKind: latest.feedKind,
    version: terms.version,
  }
}

/** Smallest and largest stake of a limit time and what the reserve of the account can still back. */
export async function minAmount(
  deps: OptionsDeps,
  ask: { limitTime: number; code?: string | undefined },
  mode: AccountMode,
) {
  if (ask.code !== undefined && deps.markets.instrument(ask.code) === undefined) throw refuse('optionUnavailable')
  const terms = deps.terms.now()
  const product = productOf(ask.limitTime, ask.code === undefined ? terms.products : offeredOn(deps, ask.code, terms))
  return {
    min: usdtText(product.min),
    max: usdtText(product.max),
    payoutRate: rateText(product.payoutPpm),
    reserveLeft: usdtText(await reserveLeft(deps, tradingAsset(mode))),
  }
}
